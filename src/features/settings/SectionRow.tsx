// A section of the settings page: a row that opens and closes its content.
import { useEffect, useRef } from 'react';
import { afterPaint } from '#lib/after-paint';
import { t } from '#lib/i18n';
import { Icon } from '#ui/Icon';
import type { Section } from './sections.ts';

interface Props {
  section: Section;
  isOpen: boolean;
  /** Brings the section into view, as when an address names it. */
  isTarget: boolean;
  onToggle: () => void;
}

export function SectionRow({ section, isOpen, isTarget, onToggle }: Props) {
  const { id, icon, title, note, noteVariables, isDanger, Content } = section;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isTarget) return undefined;
    // The page that has just grown is painted first: what it moves and scrolls in one frame counts as if it had crossed the screen.
    return afterPaint(() => {
      button.current?.scrollIntoView({ block: 'start' });
      button.current?.focus({ preventScroll: true });
    });
  }, [isTarget]);
  return (
    <section className={`setting${isDanger ? ' setting-danger' : ''}`} id={id}>
      <h3>
        <button
          ref={button}
          className="setting-row"
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          onClick={onToggle}
        >
          <span className="setting-icon">
            <Icon name={icon} />
          </span>
          <span className="setting-title">
            <span>{t(title)}</span>
            {note && <span className="field-note">{t(note, noteVariables)}</span>}
          </span>
          <Icon name="next" />
        </button>
      </h3>
      <div className="setting-content" id={`${id}-content`} hidden={!isOpen}>
        {isOpen && <Content />}
      </div>
    </section>
  );
}
