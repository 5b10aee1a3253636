// The marks in exported pages: how layouts, inline scripts, build and server name what one writes and another finds.

/** Attributes of the elements that the server or the build fills in or replaces. */
export const MARK = {
  /** Where a form says what went wrong. */
  formError: 'data-form-error',
  /** Where it says why a field was refused; the value is the field's name. */
  fieldError: 'data-field-error',
  /** A control that gets back what was typed; the value is the field's name. */
  refill: 'data-refill',
  /** The same for a radio or a checkbox. */
  refillChoice: 'data-refill-choice',
  /** Set on a list that got its value back. */
  refilled: 'data-refilled',
  /** Where the error page shows the status, and what to do. */
  errorStatus: 'data-error-status',
  errorMessage: 'data-error-message',
  /** The link in whose place the build puts a page's styles; the value is the page's world. */
  styles: 'data-styles',
} as const;

/** Fields by which a form says where to go when it went well, and which page it stands on. */
export const FORM_FIELD = { returnTo: 'return_to', page: 'form_page' } as const;

/** The attribute of a mark, to be spread in a layout. */
export const mark = (name: keyof typeof MARK, value: string | true = true): Record<string, string | true> => ({
  [MARK[name]]: value,
});
