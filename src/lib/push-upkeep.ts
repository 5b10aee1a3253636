// What the browser has of web push that only upkeep needs: the permission, and the notifications on the screen.
export const isPushAllowed = (): boolean => Notification.permission === 'granted';

/** Closes the notifications that this device shows. */
export async function takeAwayShown(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration('/');
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}
