// What staff have typed and not sent yet, form by form. The tab keeps it, so that neither a reload nor the end of a session loses it.
import { useState } from 'react';
import { readStored, storedKeys, writeStored } from '#lib/storage';
import type { Values } from './form-field.ts';

const PLACE = 'sessionStorage';
const TYPED = 'console-typed:';
const TYPIST = 'console-typist';

interface Kept {
  readonly values: Values;
  /** By what was sent: the same again has the same key, so that it is done once although its answer was lost. */
  readonly keys: Readonly<Record<string, string>>;
}
const NOTHING: Kept = { values: {}, keys: {} };

const read = (form: string): Kept => {
  const kept = readStored(TYPED + form, PLACE);
  return kept === null ? NOTHING : (JSON.parse(kept) as Kept);
};

export const hasTyped = (form: string): boolean => readStored(TYPED + form, PLACE) !== null;

export const forgetTyped = (form: string): void => writeStored(TYPED + form, null, PLACE);

export const forgetAllTyped = (): void => storedKeys(TYPED, PLACE).forEach((name) => writeStored(name, null, PLACE));

/** Someone else who logs in does not find it. */
export function keepTypedFor(staff: string): void {
  if (readStored(TYPIST, PLACE) !== staff) forgetAllTyped();
  writeStored(TYPIST, staff, PLACE);
}

export interface Typing {
  readonly values: Values;
  readonly type: (values: Values) => void;
  /** The idempotency key with which these values are sent. */
  readonly keyFor: (values: Values) => string;
}

/** The values of a form, whose name says what it is about. */
export function useTyped(form: string): Typing {
  const [{ values }, setKept] = useState(() => read(form));
  const keep = (kept: Kept): void => {
    writeStored(TYPED + form, JSON.stringify(kept), PLACE);
    setKept(kept);
  };
  const keyFor = (sent: Values): string => {
    const { keys } = read(form);
    const content = JSON.stringify(sent);
    const key = keys[content] ?? crypto.randomUUID();
    keep({ values, keys: { ...keys, [content]: key } });
    return key;
  };
  return { values, type: (next) => keep({ ...read(form), values: next }), keyFor };
}
