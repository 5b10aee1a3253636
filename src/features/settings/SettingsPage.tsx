// The settings page: the sections in their groups, of which one is open at a time.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { t } from '#lib/i18n';
import { $user } from '#stores/session';
import { SettingsSkeleton } from '#ui/SettingsSkeleton';
import { SectionRow } from './SectionRow.tsx';
import { GROUPS, type Group, sections } from './sections.ts';

interface Props {
  /** The section that is open at first; the anchor of the address has priority. */
  open?: string;
}

/** The section an address names, as `#password`. */
const sectionInAddress = (): string | null => {
  const id = globalThis.location.hash.slice(1);
  return sections.some((section) => section.id === id) ? id : null;
};

export function SettingsPage({ open }: Props) {
  const user = useStore($user);
  const [asked, setAsked] = useState(() => sectionInAddress() ?? open ?? null);
  const [current, setCurrent] = useState(asked);
  useEffect(() => {
    const follow = (): void => {
      const id = sectionInAddress();
      setAsked(id);
      if (id) setCurrent(id);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  if (!user) return <SettingsSkeleton label={t('shell:loading')} />;
  const toggle = (id: string): void => setCurrent(current === id ? null : id);
  return (
    <div className="settings">
      <h1>{t('settings:heading')}</h1>
      {GROUPS.map((group) => (
        <SettingsGroup key={group} group={group} current={current} asked={asked} onToggle={toggle} />
      ))}
    </div>
  );
}

interface GroupProps {
  group: Group;
  current: string | null;
  asked: string | null;
  onToggle: (id: string) => void;
}

function SettingsGroup({ group, current, asked, onToggle }: GroupProps) {
  const own = sections.filter((section) => section.group === group);
  if (own.length === 0) return null;
  return (
    <>
      <h2 className="settings-group">{t(`settings:group_${group}`)}</h2>
      <div className="setting-list">
        {own.map((section) => (
          <SectionRow
            key={section.id}
            section={section}
            isOpen={section.id === current}
            isTarget={section.id === asked}
            onToggle={() => onToggle(section.id)}
          />
        ))}
      </div>
    </>
  );
}
