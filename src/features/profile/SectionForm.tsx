// The form of one section: its fields, and a row to save or discard what was typed.
import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, type FormEvent } from 'react';
import { errorText, t } from '#lib/i18n';
import { $saving, saveSection } from '#stores/profile';
import { $typed, type SectionName } from '#stores/profile-drafts';
import { discardSection } from '#stores/profile-edit';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import type { Elements } from '#ui/LoneText';
import { Notice } from '#ui/Notice';

interface Props {
  section: SectionName;
  children: Elements;
}

export function SectionForm({ section, children }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const saving = useStore($saving)[section];
  const isTyped = useStore($typed)[section] !== undefined;
  const failed = saving?.state === 'failed' ? saving : null;
  useEffect(() => {
    if (failed) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    // By the state: mending one of several errors must not move the focus.
  }, [failed?.state]);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    void saveSection(section);
  };
  return (
    <section className="own-section" aria-labelledby={id}>
      <h2 id={id}>{t(`profile:section_${section}`)}</h2>
      <form ref={form} noValidate onSubmit={save}>
        {children}
        {failed && failed.code !== 'invalid' && (
          <Notice tone="danger">{errorText(failed.code, failed.seconds ? { seconds: failed.seconds } : {})}</Notice>
        )}
        <div className={`save-row${isTyped ? ' is-typed' : ''}`}>
          <SaveStatus isTyped={isTyped} state={saving?.state} />
          {isTyped && (
            <div className="form-actions">
              <Button kind="quiet" onClick={() => discardSection(section)}>
                {t('profile:discard')}
              </Button>
              <Button kind="primary" type="submit" isBusy={saving?.state === 'saving'}>
                {t('profile:save')}
              </Button>
            </div>
          )}
        </div>
      </form>
    </section>
  );
}

function SaveStatus({ isTyped, state }: { isTyped: boolean; state: 'saving' | 'saved' | 'failed' | undefined }) {
  const isSaved = state === 'saved' && !isTyped;
  const text = state === 'saving' ? 'saving' : isSaved ? 'saved' : isTyped ? 'unsaved' : null;
  return (
    <p className={`save-status${isSaved ? ' is-saved' : ''}`} role="status">
      {isSaved && <Icon name="check" />}
      {text && <span>{t(`profile:${text}`)}</span>}
    </p>
  );
}
