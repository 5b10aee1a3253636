// Attributes and form fields that layouts, inline scripts, build and server share.

/** Attributes of elements that server or build fill in or replace. */
export const MARK = {
  /** The error of a form. */
  formError: 'data-form-error',
  /** The error of a field; the value is the field's name. */
  fieldError: 'data-field-error',
  /** A control that is refilled with the submitted value; the value is the field's name. */
  refill: 'data-refill',
  /** The same for radio buttons and checkboxes. */
  refillChoice: 'data-refill-choice',
  /** Set on a refilled list. */
  refilled: 'data-refilled',
  /** What is shown only with one error; the value is its code. */
  offer: 'data-offer',
  /** A link that keeps the page to return to. */
  keepReturn: 'data-keep',
  /** The status and the message of the error page. */
  errorStatus: 'data-error-status',
  errorMessage: 'data-error-message',
  /** The link that the build replaces with a page's styles; the value is the page's world. */
  styles: 'data-styles',
} as const;

/** Form fields that name the page to return to after success, and the page of the form. */
export const FORM_FIELD = { returnTo: 'return_to', page: 'form_page' } as const;

/** In the address of the page after confirming, whose sentence it shows. */
export const CONFIRMED = 'confirmed';

/** The attribute of a mark, for spreading in a layout. */
export const mark = (name: keyof typeof MARK, value: string | true = true): Record<string, string | true> => ({
  [MARK[name]]: value,
});
