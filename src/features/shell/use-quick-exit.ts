// The key of the quick exit, for members who turned it on; its module is loaded then.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $user } from '#stores/session';

export function useQuickExit(): void {
  const isOn = useStore($user)?.quick_exit === true;
  useEffect(() => {
    if (!isOn) return;
    const watching = import('#lib/quick-exit').then(({ watchExitKey }) => watchExitKey(document));
    return () => void watching.then((stop) => stop());
  }, [isOn]);
}
