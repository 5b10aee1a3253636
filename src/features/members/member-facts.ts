// A member's facts as texts.
import type { Member } from '#contract/members';
import { hasText, t } from '#lib/i18n';
import type { Fact } from '#ui/Facts';

const fields = [
  { name: 'relationship_status', icon: 'handshake' },
  { name: 'sexuality', icon: 'heart' },
  { name: 'body_type', icon: 'ruler' },
  { name: 'eye_colour', icon: 'eye' },
  { name: 'hair_colour', icon: 'brush' },
  { name: 'tattoos', icon: 'pencil' },
] as const;

/** Only given facts, followed by `home` (region and country) if there is one. */
export function factsOf(member: Member, home: string | null): Fact[] {
  const facts = fields.flatMap(({ name, icon }): Fact[] => {
    const value = member[name];
    return value === null ? [] : [{ icon, label: t(`members:fact_${name}`), value: valueText(name, value) }];
  });
  return home ? [...facts, { icon: 'place', label: t('members:fact_home'), value: home }] : facts;
}

/** Falls back to "other" for a value that has no text yet. */
function valueText(field: string, value: string): string {
  const key = `members:${field}_${value}`;
  return t(hasText(key) ? key : 'members:other');
}
