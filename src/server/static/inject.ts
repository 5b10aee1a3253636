// Fills what only the server knows into an exported page: a form's errors and values, or an error's message.
import { escapeHtml } from '#site/escape';
import { attributeOf, eachTag, withAttribute } from '#site/tags';

type Texts = Readonly<Record<string, string>>;

/**
 * Puts the error into the page's form, each refused field's error beside it, and what the visitor had typed back. The page opens where the
 * first of them is.
 */
export function fillForm(html: string, error: string, fields: Texts, values: Texts): string {
  const withError = html.replace(
    /(<p class="form-error"[^>]*data-form-error[^>]*>)(<\/p>)/,
    (_all, open: string, close: string) => `${open}${escapeHtml(error)}${close}`,
  );
  return fillValues(openAtError(fillFieldErrors(withError, fields)), values);
}

/** The three parts of a date of birth show their error where the whole date does. */
const WHOLE: Texts = { birth_day: 'date_of_birth', birth_month: 'date_of_birth', birth_year: 'date_of_birth' };
const CONTROLS = 'input|select|textarea';
const idOf = (field: string): string => `error-${field}`;

/** Fills `<p data-field-error="name"></p>` and ties the field's controls to it. */
function fillFieldErrors(html: string, fields: Texts): string {
  const errors = new Map(Object.entries(fields).map(([name, text]) => [WHOLE[name] ?? name, text]));
  if (errors.size === 0) return html;
  const filled = html.replace(
    /(<p\b[^>]*\sdata-field-error="([a-z_]+)"[^>]*>)[^<]*(<\/p>)/g,
    (all, open: string, name: string, close: string) => {
      const text = errors.get(name);
      if (text === undefined) return all;
      const shown = withAttribute(withAttribute(open, 'hidden', null), 'id', idOf(name));
      return `${shown}${escapeHtml(text)}${close}`;
    },
  );
  return eachTag(filled, CONTROLS, 'name', (tag, name) => {
    const field = WHOLE[name] ?? name;
    if (!errors.has(field) || attributeOf(tag, 'type') === 'hidden') return tag;
    const described = [attributeOf(tag, 'aria-describedby') ?? '', idOf(field)].filter(Boolean).join(' ');
    return withAttribute(withAttribute(tag, 'aria-describedby', described), 'aria-invalid', 'true');
  });
}

/** Has the browser begin at the first refused field, else at the form's error. */
function openAtError(html: string): string {
  const first = /<[^>]*\saria-invalid="true"[^>]*>/.exec(html) ?? /<p class="form-error"[^>]*>(?!<)/.exec(html);
  return first ? html.replace(first[0], () => withAttribute(first[0], 'autofocus', true)) : html;
}

/** Puts values into what is marked to keep them (a list says so, `data-kept`); what has none keeps what the page says. */
export function fillValues(html: string, values: Texts): string {
  const inputs = eachTag(html, 'input', 'data-keep', (tag, name) => {
    const value = values[name];
    return value === undefined ? tag : withAttribute(tag, 'value', value);
  });
  const choices = eachTag(inputs, 'input', 'data-keep-choice', (tag, name) => {
    const value = values[name];
    if (value === undefined) return tag;
    // What a list keeps is joined by commas (parsePairs in src/server/body.ts).
    const kept = attributeOf(tag, 'name')?.endsWith('[]') ? value.split(',') : [value];
    return withAttribute(tag, 'checked', kept.includes(attributeOf(tag, 'value') ?? 'on') || null);
  });
  const texts = choices.replace(
    /(<textarea\b[^>]*\sdata-keep="([a-z_]+)"[^>]*>)[^<]*(<\/textarea>)/g,
    (all, open: string, name: string, close: string) =>
      values[name] === undefined ? all : `${open}${escapeHtml(values[name])}${close}`,
  );
  return texts.replace(
    /(<select\b[^>]*\sdata-keep="([a-z_]+)"[^>]*>)([\s\S]*?)(<\/select>)/g,
    (all, open: string, name: string, options: string, close: string) => {
      const value = values[name];
      if (value === undefined) return all;
      const chosen = eachTag(options, 'option', 'value', (tag, own) =>
        withAttribute(tag, 'selected', own === value || null),
      );
      return `${withAttribute(open, 'data-kept', true)}${chosen}${close}`;
    },
  );
}

/** Puts what went wrong into the error page: `label` is the word with the status, `message` says what to do. */
export function fillError(html: string, label: string, message: string): string {
  const put = (page: string, pattern: RegExp, text: string): string =>
    page.replace(pattern, (_all, open: string, close: string) => `${open}${escapeHtml(text)}${close}`);
  const labelled = put(html, /(<p class="eyebrow" data-error-status[^>]*>)[^<]*(<\/p>)/, label);
  return put(labelled, /(<p class="lead" data-error-message[^>]*>)[^<]*(<\/p>)/, message);
}
