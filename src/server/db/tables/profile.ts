// What others see of a member.
import type { GeneratedAlways } from 'kysely';
import { own, plain } from '../personal.ts';
import { WITH_ACCOUNT } from '../retention.ts';
import { type Defaulted, table } from '../table.ts';
import type { AccountStatus } from './account.ts';

/** `no_consent`: hidden until the member consents again to the use of sensitive data. */
export type ProfileStatus = 'active' | 'disabled' | 'no_consent';

/**
 * What others see of a member; `id` is the account's. `birth_date` is `YYYY-MM-DD`, `region` like `NL-UT`. Only a `reachable` profile is shown
 * to other members or written to: it is active and so is its account. The database keeps `account_status` equal to the account's.
 */
export interface ProfileTable {
  tenant: number;
  id: string;
  name: string;
  gender: string;
  sexuality: string;
  birth_date: string;
  country: string;
  region: string | null;
  city: string | null;
  line: Defaulted<string>;
  about: string | null;
  looking_for: string | null;
  hair_colour: string | null;
  eye_colour: string | null;
  body_type: string | null;
  relationship_status: string | null;
  tattoos: string | null;
  interests: Defaulted<string[]>;
  fictional: Defaulted<boolean>;
  status: Defaulted<ProfileStatus>;
  account_status: GeneratedAlways<AccountStatus>;
  reachable: GeneratedAlways<boolean>;
  visible: Defaulted<boolean>;
  /** Whether the member chose to be previewed to people who are not logged in. */
  show_to_visitors: Defaulted<boolean>;
  last_active: Defaulted<Date>;
  /** When the profile could first be found: the account was confirmed, or made without that. */
  joined_at: Defaulted<Date>;
  main_photo: string | null;
  /** Whether a person has compared the main photo with a selfie; the database takes it back when the main photo changes. */
  verified: Defaulted<boolean>;
  /** When a confirmed member last changed it; null when never (decisions A-changes). */
  name_changed_at: Defaulted<Date | null>;
  gender_changed_at: Defaulted<Date | null>;
  birth_date_changed_at: Defaulted<Date | null>;
}

export const profile = table<ProfileTable>()({
  retention: WITH_ACCOUNT,
  owners: ['id'],
  columns: {
    ...plain('tenant', 'fictional'),
    ...own('id', 'name', 'gender', 'sexuality', 'birth_date', 'country', 'region', 'city', 'line', 'about'),
    ...own('looking_for', 'hair_colour', 'eye_colour', 'body_type', 'relationship_status', 'tattoos', 'interests'),
    ...own(
      'status',
      'account_status',
      'reachable',
      'visible',
      'show_to_visitors',
      'last_active',
      'joined_at',
      'main_photo',
      'verified',
    ),
    ...own('name_changed_at', 'gender_changed_at', 'birth_date_changed_at'),
  },
});
