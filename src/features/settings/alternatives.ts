// What a member can do instead of deleting the account; a feature adds itself with one line.
import type { IconName } from '#ui/Icon';

/** `section` is the anchor of a section of the settings; `title` and `text` are keys of texts. */
interface Alternative {
  readonly section: string;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

export const ALTERNATIVES: readonly Alternative[] = [
  { section: 'email', icon: 'mail', title: 'leaving:alternative_email', text: 'leaving:alternative_email_text' },
  {
    section: 'privacy',
    icon: 'eye-off',
    title: 'leaving:alternative_invisible',
    text: 'leaving:alternative_invisible_text',
  },
];
