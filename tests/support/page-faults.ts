// What goes wrong while pages open in a browser: refused scripts and styles, errors, and requests that fail.
import type { BrowserContext } from '@playwright/test';

const POLICY = 'Refused by the policy: ';

/** Collects the faults of all pages of a context, each with the page's address. */
export async function watchFaults(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  await context.addInitScript((mark) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(mark + [violatedDirective, blockedURI, sample].join(' '));
    });
  }, POLICY);
  context.on('weberror', (fault) => {
    const error: unknown = fault.error();
    faults.push(`${fault.page()?.url()}: ${error instanceof Error ? error.message : String(error)}`);
  });
  context.on('console', (message) => {
    // The answers below say which file it was.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('requestfailed', (request) => {
    const { errorText } = request.failure() ?? {};
    // What a page still loads when the next one opens is given up.
    if (errorText !== 'net::ERR_ABORTED') faults.push(`${request.url()}: ${errorText}`);
  });
  context.on('response', (response) => {
    const request = response.request();
    if (response.status() >= 400 && !request.isNavigationRequest())
      faults.push(`${request.frame().url()}: ${request.url()} is answered with ${response.status()}`);
  });
  return faults;
}
