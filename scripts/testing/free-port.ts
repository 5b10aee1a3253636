// Asks the system for a port that no program listens on.
import { createServer } from 'node:net';

/** The system may answer with one again as soon as it was closed, and a test opens its ports later. */
const given = new Set<number>();

export async function freePort(): Promise<number> {
  const port = await unusedPort();
  if (given.has(port)) return freePort();
  given.add(port);
  return port;
}

const unusedPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
