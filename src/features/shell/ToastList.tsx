// The error toasts of the members area.
import { useStore } from '@nanostores/react';
import { errorText } from '#lib/i18n';
import { $toasts, closeToast } from '#stores/toasts';
import { Toast, Toasts } from '#ui/Toast';

export function ToastList() {
  const toasts = useStore($toasts);
  return (
    <Toasts>
      {toasts.map(({ id, code, minutes, seconds }) => (
        <Toast key={id} tone="danger" onClose={() => closeToast(id)}>
          {errorText(code, { minutes, seconds })}
        </Toast>
      ))}
    </Toasts>
  );
}
