// A password in a form of the settings, with its toggle and the text of its refusal; by default the one the member has now, with the way
// to a new one after a refusal: a member may have logged in without it.
import type { ComponentProps } from 'react';
import { t } from '#lib/i18n';
import { linkTo } from '#lib/paths';
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
}: Props) => {
  const error = fieldError(state, name);
  return (
    <>
      <Field
        {...field}
        name={name}
        label={label}
        autoComplete={autoComplete}
        type="password"
        maxLength={1000}
        required
        toggle={{ show: t('auth:show_password'), hide: t('auth:hide_password') }}
        error={error}
      />
      {error && autoComplete === 'current-password' && (
        <p>
          <span>{t('auth:forgotten')}</span> <a href={linkTo('reset-password')}>{t('auth:forgotten_reset')}</a>
        </p>
      )}
    </>
  );
};
