// The six digits of an authenticator.
import { t } from '#lib/i18n';
import { Field } from '#ui/Field';

interface Props {
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

export function CodeField(props: Props) {
  return (
    <Field
      {...props}
      {...{ label: t('console:code'), note: t('console:code_note'), name: 'code', autoComplete: 'one-time-code' }}
      {...{ inputMode: 'numeric', maxLength: 7, required: true }}
    />
  );
}
