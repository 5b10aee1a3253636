// The payer's page of the sandbox: plain HTML without JavaScript, clearly marked as moving no money.
import { createHash } from 'node:crypto';
import { escapeHtml as safe } from '#html/escape';
import type { Session } from './journal.ts';
import { type Action, LATER_SECONDS } from './scenarios.ts';
import { STYLE } from './style.ts';
import type { Wording } from './texts.ts';

const BANKS = ['one', 'two', 'three', 'four'] as const;
const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Headers of a page whose form may redirect to `target`, a URL of the shop. */
export const pageHeaders = (target: string | null): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'${target ? ` ${new URL(target).origin}` : ''}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
});

function frame({ language, translate }: Wording, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${safe(translate('title'))}</title><style>${STYLE}</style></head><body><header><p><strong>${safe(translate('banner'))}</strong> ${safe(translate('banner_text'))}</p></header><main>${body}</main></body></html>`;
}

/** The page for unknown addresses. */
export const notFoundPage = (wording: Wording): string =>
  frame(wording, `<h1>${safe(wording.translate('not_found'))}</h1>`);

/** The page of a payment: its actions, or its result. */
export function paymentPage(session: Session, wording: Wording, isBankMissing: boolean): string {
  const isOpen = session.status === 'created';
  return frame(
    wording,
    `<h1>${safe(wording.translate('title'))}</h1>${facts(session, wording)}${isOpen ? form(session, wording, isBankMissing) : ending(session, wording)}`,
  );
}

function facts(session: Session, { translate, has, money }: Wording): string {
  const method = has(`method_${session.method}`) ? translate(`method_${session.method}`) : session.method;
  const rows = [
    [translate('descriptor'), session.descriptor],
    [translate('method'), method],
    [translate('reference'), session.reference.slice(0, 8)],
  ].map(([name = '', value = '']) => `<div><dt>${safe(name)}</dt><dd>${safe(value)}</dd></div>`);
  return `<dl><div class="sum"><dt>${safe(translate('amount'))}</dt><dd>${safe(money(session.amount, session.currency))}</dd></div>${rows.join('')}</dl>`;
}

function form(session: Session, wording: Wording, isBankMissing: boolean): string {
  const { translate, money } = wording;
  const amount = money(session.amount, session.currency);
  const button = (action: Action, text: string, kind: string): string =>
    `<button name="action" value="${action}"${kind === 'main' || action === 'later' ? '' : ' formnovalidate'} class="${kind}">${safe(text)}</button>`;
  return `<form method="post">${session.bank_step ? banks(wording, isBankMissing) : ''}${button('pay', translate('pay', { amount }), 'main')}<div class="other">${button('later', translate('later', { seconds: LATER_SECONDS }), 'line')}${button('fail', translate('fail'), 'line')}${button('expire', translate('expire'), 'line')}${button('cancel', translate('cancel'), 'line')}</div></form>`;
}

function banks({ translate }: Wording, isMissing: boolean): string {
  const options = BANKS.map(
    (bank) =>
      `<label><input type="radio" name="bank" value="${bank}" required><span>${safe(translate(`bank_${bank}`))}</span></label>`,
  );
  const error = isMissing ? `<p class="error" role="alert">${safe(translate('bank_missing'))}</p>` : '';
  return `<fieldset><legend>${safe(translate('bank'))}</legend>${error}${options.join('')}</fieldset>`;
}

const ending = ({ status, return_to }: Session, { translate }: Wording): string =>
  `<p class="status" role="status">${safe(translate(`status_${status}`))}</p><a class="main" href="${safe(return_to)}">${safe(translate('back'))}</a>`;

/** Whether a submitted bank is valid. */
export const isBank = (value: string | null): boolean => BANKS.some((bank) => bank === value);
