// Replaces #lib/storage in tests of stores by a map that tests can read.
export const device = new Map<string, string>();

export const cookie = (): string | null => null;
export const kept = (name: string): string | null => device.get(name) ?? null;
export const keep = (name: string, value: string | null): void =>
  void (value === null ? device.delete(name) : device.set(name, value));
export const keptNames = (start: string): string[] => [...device.keys()].filter((name) => name.startsWith(start));
export const forgetKept = (start = ''): void => keptNames(start).forEach((name) => device.delete(name));
