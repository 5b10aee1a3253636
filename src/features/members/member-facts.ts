// A member's facts as texts.
import type { Member } from '#contract/members';
import { t } from '#lib/i18n';
import { type Fact, factText } from '#ui/Facts';

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
    return value === null
      ? []
      : [{ icon, label: t(`members:fact_${name}`), value: factText(name, value, member.gender) }];
  });
  return home ? [...facts, { icon: 'place', label: t('members:fact_home'), value: home }] : facts;
}
