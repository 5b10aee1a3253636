// The browser's storage behind one door; today the readable cookies.

/** The value of a readable cookie, or null. */
export function cookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}
