// Runs in each test file that shares its process with others: nothing that it replaced outlives it.
import { afterAll, vi } from 'vitest';

const { fetch } = globalThis;

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  globalThis.fetch = fetch;
});
