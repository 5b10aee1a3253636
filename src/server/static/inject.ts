// Fills server data into an exported page: a form's errors and values, or an error message.
import { escapeHtml } from '#html/escape';
import { MARK } from '#html/marks';
import { attributeOf, eachTag, withAttribute } from '#html/tags';

type Texts = Readonly<Record<string, string>>;

/**
 * Fills the error, each field's error and the submitted values into the page's form. The first error gets the focus.
 */
export function fillForm(html: string, error: string, fields: Texts, values: Texts): string {
  const withError = fillMarked(html, ['p', MARK.formError], () => error);
  return fillValues(openAtError(fillFieldErrors(withError, fields)), values);
}

/** The parts of a date of birth show their error at the whole date. */
const FIELD_OF_PART: Texts = { birth_day: 'date_of_birth', birth_month: 'date_of_birth', birth_year: 'date_of_birth' };
const CONTROLS = 'input|select|textarea';
const idOf = (field: string): string => `error-${field}`;

/**
 * Writes text into the elements with a mark. `textOf` gets the mark's value and returns undefined to skip an element;
 * `opened` may change its opening tag.
 */
function fillMarked(
  html: string,
  [element, mark]: readonly [element: 'p' | 'textarea', mark: string],
  textOf: (value: string) => string | undefined,
  opened = (open: string, _value: string): string => open,
): string {
  const marked = new RegExp(
    `(<${element}\\b[^>]*\\s${mark}(?:="([a-z_]*)")?(?=[\\s>])[^>]*>)[^<]*(</${element}>)`,
    'g',
  );
  return html.replace(marked, (all, open: string, value: string | undefined, close: string) => {
    const text = textOf(value ?? '');
    return text === undefined ? all : `${opened(open, value ?? '')}${escapeHtml(text)}${close}`;
  });
}

/** Fills each field's error and links the field's controls to it. */
function fillFieldErrors(html: string, fields: Texts): string {
  const errors = new Map(Object.entries(fields).map(([name, text]) => [FIELD_OF_PART[name] ?? name, text]));
  if (errors.size === 0) return html;
  const filled = fillMarked(
    html,
    ['p', MARK.fieldError],
    (name) => errors.get(name),
    (open, name) => withAttribute(withAttribute(open, 'hidden', null), 'id', idOf(name)),
  );
  return eachTag(filled, CONTROLS, 'name', (tag, name) => {
    const field = FIELD_OF_PART[name] ?? name;
    if (!errors.has(field) || attributeOf(tag, 'type') === 'hidden') return tag;
    const described = [attributeOf(tag, 'aria-describedby') ?? '', idOf(field)].filter(Boolean).join(' ');
    return withAttribute(withAttribute(tag, 'aria-describedby', described), 'aria-invalid', 'true');
  });
}

/**
 * Shows what is offered with an error. Its link keeps the page to return to, in the query `to` as on the login page.
 */
export function showOffer(html: string, code: string, returnTo: string | undefined): string {
  const shown = eachTag(html, 'p', MARK.offer, (tag, offered) =>
    offered === code ? withAttribute(tag, 'hidden', null) : tag,
  );
  if (!returnTo) return shown;
  return eachTag(shown, 'a', MARK.keepReturn, (tag) =>
    withAttribute(tag, 'href', `${attributeOf(tag, 'href')}?${new URLSearchParams({ to: returnTo }).toString()}`),
  );
}

/** Sets autofocus on the first refused field, or else on the form's error. */
function openAtError(html: string): string {
  const first =
    /<[^>]*\saria-invalid="true"[^>]*>/.exec(html) ??
    new RegExp(`<p\\b[^>]*\\s${MARK.formError}[^>]*>(?!<)`).exec(html);
  return first ? html.replace(first[0], () => withAttribute(first[0], 'autofocus', true)) : html;
}

/** Fills values into marked controls; a control without a value is unchanged. */
export function fillValues(html: string, values: Texts): string {
  const inputs = eachTag(html, 'input', MARK.refill, (tag, name) => {
    const value = values[name];
    return value === undefined ? tag : withAttribute(tag, 'value', value);
  });
  const choices = eachTag(inputs, 'input', MARK.refillChoice, (tag, name) => {
    const value = values[name];
    if (value === undefined) return tag;
    // Values of a list are joined by commas (parsePairs in src/server/http/parse-pairs.ts).
    const chosen = attributeOf(tag, 'name')?.endsWith('[]') ? value.split(',') : [value];
    return withAttribute(tag, 'checked', chosen.includes(attributeOf(tag, 'value') ?? 'on') || null);
  });
  const texts = fillMarked(choices, ['textarea', MARK.refill], (name) => values[name]);
  return fillLists(texts, values);
}

/** Selects the values of lists, and marks each list as refilled. */
function fillLists(html: string, values: Texts): string {
  return html.replace(
    new RegExp(`(<select\\b[^>]*\\s${MARK.refill}="([a-z_]+)"[^>]*>)([\\s\\S]*?)(</select>)`, 'g'),
    (all, open: string, name: string, options: string, close: string) => {
      const value = values[name];
      if (value === undefined) return all;
      const chosen = eachTag(options, 'option', 'value', (tag, optionValue) =>
        withAttribute(tag, 'selected', optionValue === value || null),
      );
      return `${withAttribute(open, MARK.refilled, true)}${chosen}${close}`;
    },
  );
}

/** Fills the error page: `label` is the heading with the status, `message` the advice. */
export function fillError(html: string, label: string, message: string): string {
  const labelled = fillMarked(html, ['p', MARK.errorStatus], () => label);
  return fillMarked(labelled, ['p', MARK.errorMessage], () => message);
}
