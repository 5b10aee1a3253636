// Remembers parts of pages that an export draws in many of them; with hot reload they are drawn anew each time.

const drawn = new Map<string, Promise<string>>();

/** What `draw` made the first time this name was asked for. It must depend on nothing else. */
export function drawnOnce(name: string, draw: () => Promise<string>): Promise<string> {
  if (!import.meta.env.IS_EXPORT) return draw();
  const html = drawn.get(name) ?? draw().then((all) => all.trim());
  drawn.set(name, html);
  return html;
}
