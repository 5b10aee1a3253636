// A password in a form of the settings, with its toggle and the text of its refusal; by default the one the member has now.
import type { ComponentProps } from 'react';
import { t } from '#lib/i18n';
import type { Submit } from '#stores/submit';
import { Field } from '#ui/Field';
import { fieldError } from './field-error.ts';

interface Props extends Pick<ComponentProps<typeof Field>, 'autoComplete'> {
  state: ReturnType<Submit<unknown>['get']>;
  name?: string;
  label?: string;
  value: string;
  onChange: (value: string) => void;
}

export const PasswordField = ({
  state,
  name = 'password',
  label = t('settings:email_password'),
  autoComplete = 'current-password',
  ...field
}: Props) => (
  <Field
    {...field}
    name={name}
    label={label}
    autoComplete={autoComplete}
    type="password"
    maxLength={1000}
    required
    toggle={{ show: t('auth:show_password'), hide: t('auth:hide_password') }}
    error={fieldError(state, name)}
  />
);
