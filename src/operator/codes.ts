// Words for codes: kinds, statuses, rules, reasons.
import { formatMoment, hasText, t } from '#lib/i18n';

/** A code without a text of its own is an English word already. */
export const codeText = (code: string): string =>
  hasText(`console:code_${code}`) ? t(`console:code_${code}`) : code.replaceAll('_', ' ');

export const momentText = (moment: string): string => formatMoment(moment, { dateStyle: 'medium', timeStyle: 'short' });
export const dayText = (moment: string): string => formatMoment(moment, { dateStyle: 'medium' });
