// A list of facts about a member, as label and value.
import { hasText, t } from '#lib/i18n';
import { Icon, type IconName } from './Icon.tsx';

export interface Fact {
  readonly icon: IconName;
  readonly label: string;
  readonly value: string;
}

/** A value in the form of the member's gender, where a language has one; "other" for a value that has no text yet. */
export function factText(field: string, value: string, gender: string): string {
  const key = `members:${field}_${value}`;
  const known = [`${key}_${gender}`, key].find(hasText);
  return t(known ?? 'members:other');
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="fact-list">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>
            <Icon name={fact.icon} />
            <span>{fact.label}</span>
          </dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
