// The sections of the settings page, by group and in order; a feature adds itself with one line.
import type { ComponentType } from 'react';
import { DELETION_DAYS } from '#domain/limits';
import type { IconName } from '#ui/Icon';
import { BlockedSection } from './BlockedSection.tsx';
import { DeletionSection } from './DeletionSection.tsx';
import { ConsentSection } from './ConsentSection.tsx';
import { DiscreetSection } from './DiscreetSection.tsx';
import { ExportSection } from './ExportSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { LanguageSection } from './LanguageSection.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PrivacySection } from './PrivacySection.tsx';
import { PushSection } from './PushSection.tsx';
import { QuietHoursSection } from './QuietHoursSection.tsx';
import { QuickExitSection } from './QuickExitSection.tsx';
import { ReportsSection } from './ReportsSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SpendingSection } from './SpendingSection.tsx';
import { NotificationsSection } from './NotificationsSection.tsx';

export const GROUPS = ['privacy', 'account', 'leaving'] as const;
export type Group = (typeof GROUPS)[number];

/**
 * `id` is the anchor of the section, as in `/settings#password`. `title` and `note` are keys of texts; their namespace must be in
 * `SETTINGS_WORDS` (src/layouts/bodies/Settings.astro). `Content` is rendered while the section is open.
 */
export interface Section {
  readonly id: string;
  readonly group: Group;
  readonly icon: IconName;
  readonly title: string;
  readonly note?: string;
  readonly noteVariables?: Readonly<Record<string, number>>;
  /** The title and icon warn, as of deleting the account. */
  readonly isDanger?: true;
  readonly Content: ComponentType;
}

export const sections: readonly Section[] = [
  {
    id: 'privacy',
    group: 'privacy',
    icon: 'eye-off',
    title: 'settings:invisible',
    note: 'settings:visitors',
    Content: PrivacySection,
  },
  { id: 'blocked', group: 'privacy', icon: 'block', title: 'safety:blocked_title', Content: BlockedSection },
  { id: 'reports', group: 'privacy', icon: 'flag', title: 'safety:reports_title', Content: ReportsSection },
  {
    id: 'quick-exit',
    group: 'privacy',
    icon: 'logout',
    title: 'settings:quick_exit',
    note: 'settings:quick_exit_summary',
    Content: QuickExitSection,
  },
  {
    id: 'discreet',
    group: 'privacy',
    icon: 'eye-off',
    title: 'discreet:title',
    note: 'discreet:summary',
    Content: DiscreetSection,
  },
  { id: 'email', group: 'account', icon: 'mail', title: 'settings:email', Content: EmailSection },
  { id: 'password', group: 'account', icon: 'key', title: 'settings:password', Content: PasswordSection },
  {
    id: 'passkeys',
    group: 'account',
    icon: 'key',
    title: 'passkeys:title',
    note: 'passkeys:note',
    Content: PasskeysSection,
  },
  { id: 'sessions', group: 'account', icon: 'laptop', title: 'settings:sessions', Content: SessionsSection },
  {
    id: 'notifications',
    group: 'account',
    icon: 'mail',
    title: 'notifications:heading',
    note: 'notifications:summary',
    Content: NotificationsSection,
  },
  {
    id: 'push',
    group: 'account',
    icon: 'bell',
    title: 'notifications:push',
    note: 'notifications:push_summary',
    Content: PushSection,
  },
  {
    id: 'quiet',
    group: 'account',
    icon: 'clock',
    title: 'notifications:quiet',
    note: 'notifications:quiet_summary',
    Content: QuietHoursSection,
  },
  {
    id: 'spending',
    group: 'account',
    icon: 'lock',
    title: 'spending:title',
    note: 'spending:summary',
    Content: SpendingSection,
  },
  { id: 'language', group: 'account', icon: 'world', title: 'settings:language', Content: LanguageSection },
  {
    id: 'consents',
    group: 'leaving',
    icon: 'checks',
    title: 'settings:consents',
    note: 'settings:consents_note',
    Content: ConsentSection,
  },
  {
    id: 'export',
    group: 'leaving',
    icon: 'download',
    title: 'settings:export',
    note: 'settings:export_note',
    Content: ExportSection,
  },
  {
    id: 'delete',
    group: 'leaving',
    icon: 'trash',
    title: 'leaving:title',
    note: 'leaving:note',
    noteVariables: { days: DELETION_DAYS },
    isDanger: true,
    Content: DeletionSection,
  },
];
