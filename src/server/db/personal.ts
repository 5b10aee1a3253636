// How the file of a table says what each column tells about a member: the erasure and the export go by it (check E8).

/**
 * `onErasure` is what happens to a column when the member is erased: it goes with them, a `pseudonym` takes the place of the member's id, or it
 * is kept for a reason. `isExported`: the member gets it in the export; what is left out has its reason in `because`.
 */
export type Column =
  | { readonly isPersonal: false }
  | { readonly isPersonal: true; readonly onErasure: 'erase' | 'pseudonym'; readonly isExported: true }
  | {
      readonly isPersonal: true;
      readonly onErasure: 'erase' | 'pseudonym';
      readonly isExported: false;
      readonly because: string;
    }
  | { readonly isPersonal: true; readonly onErasure: 'keep'; readonly isExported: boolean; readonly because: string };

/** `owners`: the columns with the id of the member whose row it is, one of them is enough. */
export interface PersonalRule<Row> {
  readonly owners: readonly (keyof Row & string)[];
  readonly columns: { readonly [Name in keyof Row]-?: Column };
}

type Columns<Name extends string> = { readonly [Each in Name]: Column };
const all = <Name extends string>(column: Column, names: readonly Name[]): Columns<Name> =>
  Object.fromEntries(names.map((name) => [name, column])) as Columns<Name>;

/** Says nothing about anyone, or only together with the rest of its row. */
export const plain = <Name extends string>(...names: readonly Name[]) => all({ isPersonal: false }, names);
/** Erased with the account, and in the export. */
export const own = <Name extends string>(...names: readonly Name[]) =>
  all({ isPersonal: true, onErasure: 'erase', isExported: true }, names);
/** Erased with the account, and not in the export. */
export const hidden = <Name extends string>(because: string, ...names: readonly Name[]) =>
  all({ isPersonal: true, onErasure: 'erase', isExported: false, because }, names);
/** In the books, under another id once the member is erased. */
export const booked = <Name extends string>(...names: readonly Name[]) =>
  all({ isPersonal: true, onErasure: 'pseudonym', isExported: true }, names);
export const kept = <Name extends string>(because: string, isExported: boolean, ...names: readonly Name[]) =>
  all({ isPersonal: true, onErasure: 'keep', isExported, because }, names);

export const SECRET = 'A secret, of which only a hash is stored.';
export const BOOKS = 'Tax law asks for payment records; the ledger has no gaps.';
export const SHORT = 'A count or a copy, deleted within two days.';
export const OWNER = 'The member the whole export is about.';
export const OTHERS = 'What another member has written or done.';
export const OF_STAFF = 'About staff, not about a member.';

/** The columns of a table in the export. */
export const exportedColumns = (table: { readonly columns: Readonly<Record<string, Column>> }): string[] =>
  Object.entries(table.columns)
    .filter(([, column]) => column.isPersonal && column.isExported)
    .map(([name]) => name);
