// Edits of text files, as steps of a recipe: write the file, put a line into it, add a text to a file of words.

/** Makes the text of a file from the text it has; an empty one when there is no such file. */
export type Edit = (text: string) => string;
/** Edits by the path a recipe names. */
export type Edits = Readonly<Record<string, Edit>>;

export const write =
  (text: string): Edit =>
  () =>
    text;
/** Puts `line` before the first place of `anchor`. */
export const before =
  (anchor: string, line: string): Edit =>
  (text) => {
    if (!text.includes(anchor)) throw new Error(`There is no ${anchor} in the file.`);
    return text.replace(anchor, () => line + anchor);
  };
/** Puts `line` behind the last place of `anchor`, which finds all its places. */
export const after =
  (anchor: RegExp, line: string): Edit =>
  (text) => {
    const last = [...text.matchAll(anchor)].at(-1);
    if (!last) throw new Error(`There is no ${String(anchor)} in the file.`);
    const end = last.index + last[0].length;
    return text.slice(0, end) + line + text.slice(end);
  };
export const both =
  (...edits: readonly Edit[]): Edit =>
  (text) =>
    edits.reduce((done, edit) => edit(done), text);
export const word =
  (key: string, value: string): Edit =>
  (text) =>
    `${JSON.stringify({ ...(JSON.parse(text || '{}') as object), [key]: value }, null, 2)}\n`;
