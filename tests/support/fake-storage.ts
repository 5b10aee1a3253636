// Replaces #lib/storage in tests of stores by a map that tests can read.
export const device = new Map<string, string>();

export const cookie = (): string | null => null;
export const readStored = (name: string): string | null => device.get(name) ?? null;
export const writeStored = (name: string, value: string | null): void =>
  void (value === null ? device.delete(name) : device.set(name, value));
export const storedKeys = (start: string): string[] => [...device.keys()].filter((name) => name.startsWith(start));
export const DISMISSED = 'dismissed:';
export const removeStored = (start = ''): void =>
  storedKeys(start)
    .filter((name) => start !== '' || !name.startsWith(DISMISSED))
    .forEach((name) => device.delete(name));
