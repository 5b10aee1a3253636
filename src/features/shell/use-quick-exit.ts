// The key of the quick exit, for members who turned it on; its module is loaded then.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { importPart } from '#lib/import-again';
import { $user } from '#stores/session';

export function useQuickExit(): void {
  const isOn = useStore($user)?.quick_exit === true;
  useEffect(() => {
    if (!isOn) return;
    const watching = importPart(
      () => import('#lib/quick-exit'),
      ({ watchExitKey }) => watchExitKey,
    ).then(
      (watch) => watch(document),
      () => undefined,
    );
    return () => void watching.then((stop) => stop?.());
  }, [isOn]);
}
