// An order of any kind, and what it reads of the options that were typed.
import { UsageError } from '../arguments.ts';
import { type DeskOrder, deskOrder } from './desk-orders.ts';
import { type command, type Given, type Order, readOrder, type Values } from './orders.ts';
import { type StaffOrder, staffOrder } from './staff.ts';

export type AnyOrder = Order | StaffOrder | DeskOrder;

/** Checks what was typed; throws a UsageError with one sentence. */
export function readAnyOrder(given: Given): AnyOrder {
  const [kind, action = '', email = ''] = given.positionals;
  const order =
    kind === 'staff'
      ? staffOrder(action, email, given.values)
      : (deskOrder(given.positionals, given.values) ?? readOrder(given));
  refuseUnread(order, given.values);
  return order;
}

type Option = keyof typeof command.options;

/** What an order reads; anything else that was typed would be ignored. */
function optionsOf(order: AnyOrder): readonly Option[] {
  switch (order.kind) {
    case 'figures':
      return ['from', 'to', 'brand', 'by', 'json', 'csv'];
    case 'month':
      return ['month', 'brand', 'json'];
    case 'preview':
      return ['json'];
    case 'staff':
      return order.action === 'list' ? [] : order.action === 'invite' ? ['role', ...SIGNED] : SIGNED;
    case 'desk':
      return optionsOfDesk(order);
    case 'photo':
      return ['as', 'note', ...(order.verdict.action === 'reject' ? ['because' as const] : [])];
    case 'appeal':
      return ['as', 'answer', 'alone'];
    case 'report':
      return ['as', 'note', 'answer', ...optionsOfMeasure(order.measure)];
    case 'member':
      return ['as', 'note', ...(order.measure === 'restore' ? [] : optionsOfMeasure(order.measure))];
    default:
      return [];
  }
}

const SIGNED = ['as', 'because'] as const;

function optionsOfDesk({ what }: DeskOrder): readonly Option[] {
  if (what === 'audit') return ['before'];
  if (what === 'credit') return ['credits', ...SIGNED];
  return what === 'refund' || what === 'close' ? SIGNED : [];
}

function optionsOfMeasure({ action }: { readonly action: string }): readonly Option[] {
  if (action === 'close') return [];
  if (action === 'remove_photo') return ['because'];
  return ['because', 'facts', ...(action === 'suspend' ? ['until' as const] : [])];
}

function refuseUnread(order: AnyOrder, values: Values): void {
  const read = optionsOf(order);
  for (const name of Object.keys(values))
    if (!read.some((each) => each === name)) throw new UsageError(REFUSED[name] ?? `--${name} means nothing here.`);
}

const REFUSED: Readonly<Record<string, string>> = {
  because:
    'Only a rejection, a removal, a warning, a suspension, a ban and what is done about money, matters and staff have a reason: --because means nothing here.',
  until: 'Only a suspension has an end: --until means nothing here.',
  note: 'Only decisions about photos, reports and members keep a note: --note means nothing here.',
};
