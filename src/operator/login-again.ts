// Calls that were refused because the session had ended, and are made again after a login over the page.
const waiting = new Set<() => void>();

export const onLoginAgain = (retry: () => void): void => void waiting.add(retry);

export function retryRefused(): void {
  const retries = [...waiting];
  waiting.clear();
  for (const retry of retries) retry();
}
