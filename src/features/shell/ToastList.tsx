// The toasts of the members area: errors, and that the device is offline. They lie over the page, which they never move.
import { useStore } from '@nanostores/react';
import { useSyncExternalStore } from 'react';
import { errorText } from '#lib/i18n';
import { $toasts, closeToast } from '#stores/toasts';
import type { Elements } from '#ui/LoneText';
import { Toast, Toasts } from '#ui/Toast';

export function ToastList({ children }: { children?: Elements }) {
  const toasts = useStore($toasts);
  const isOnline = useSyncExternalStore(followConnection, () => navigator.onLine);
  return (
    <Toasts>
      {children}
      {!isOnline && <Toast tone="warning">{errorText('offline')}</Toast>}
      {toasts.map(({ id, code, minutes, seconds }) => (
        <Toast key={id} tone="danger" onClose={() => closeToast(id)}>
          {errorText(code, { minutes, seconds })}
        </Toast>
      ))}
    </Toasts>
  );
}

function followConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
