// Fills what only the server knows into an exported page: a form's error and values, or an error's message.

/** Text made safe inside HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Puts the error into the page's form, and the values the visitor had typed back into its fields. */
export function fillForm(html: string, error: string, values: Readonly<Record<string, string>>): string {
  const withError = html.replace(
    /(<p class="form-error"[^>]*data-form-error[^>]*>)(<\/p>)/,
    (_all, open: string, close: string) => `${open}${escapeHtml(error)}${close}`,
  );
  return withError.replace(/data-keep="([a-z_]+)" value(?:="")?/g, (all, name: string) =>
    values[name] === undefined ? all : `data-keep="${name}" value="${escapeHtml(values[name])}"`,
  );
}

/** Puts a message and a status into the error page. */
export function fillError(html: string, message: string): string {
  return html.replace(
    /(<p class="lead" data-error-message[^>]*>)[^<]*(<\/p>)/,
    (_all, open: string, close: string) => `${open}${escapeHtml(message)}${close}`,
  );
}
