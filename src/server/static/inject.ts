// Fills what only the server knows into an exported page: a form's error and values, or an error's message.

/** Text made safe inside HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Puts the error into the page's form, and the values the visitor had typed back into its fields. */
export function fillForm(html: string, error: string, values: Readonly<Record<string, string>>): string {
  const withError = html.replace(
    /(<p class="form-error"[^>]*data-form-error[^>]*>)(<\/p>)/,
    (_all, open: string, close: string) => `${open}${escapeHtml(error)}${close}`,
  );
  return withError.replace(/data-keep="([a-z_]+)" value(?:="[^"]*")?/g, (all, name: string) =>
    values[name] === undefined ? all : `data-keep="${name}" value="${escapeHtml(values[name])}"`,
  );
}

/** Puts what went wrong into the error page: `label` is the word with the status, `message` says what to do. */
export function fillError(html: string, label: string, message: string): string {
  const put = (page: string, pattern: RegExp, text: string): string =>
    page.replace(pattern, (_all, open: string, close: string) => `${open}${escapeHtml(text)}${close}`);
  const labelled = put(html, /(<p class="eyebrow" data-error-status[^>]*>)[^<]*(<\/p>)/, label);
  return put(labelled, /(<p class="lead" data-error-message[^>]*>)[^<]*(<\/p>)/, message);
}
