// An order of any kind, and what it reads of the options that were typed.
import { UsageError } from '../arguments.ts';
import { type DeskOrder, deskOrder } from './desk-orders.ts';
import { type FictionalOrder, fictionalOrder } from './fictional.ts';
import { type GuardOrder, guardOrder } from './guard.ts';
import { type JobsOrder, jobsOrder } from './jobs.ts';
import { type command, type Given, type Order, type Printed, readOrder, type Values } from './orders.ts';
import { type SelfieOrder, selfieOrder } from './selfie.ts';
import { type StaffOrder, staffOrder } from './staff.ts';

type TypedOrder = Order | StaffOrder | DeskOrder | FictionalOrder | GuardOrder | SelfieOrder | JobsOrder;
export type AnyOrder = TypedOrder & Printed;

/** Checks what was typed; throws a UsageError with one sentence. */
export function readAnyOrder(given: Given): AnyOrder {
  const order = orderIn(given);
  refuseUnread(order, given.values);
  return { ...order, isJson: given.values.json === true };
}

function orderIn(given: Given): TypedOrder {
  const [kind, action = '', named = ''] = given.positionals;
  if (kind === 'staff') return staffOrder(action, named, given.values);
  if (kind === 'fictional') return fictionalOrder(action, named, given.values);
  const { positionals, values } = given;
  return (
    deskOrder(positionals, values) ??
    guardOrder(positionals, values) ??
    selfieOrder(positionals, values) ??
    jobsOrder(positionals) ??
    readOrder(given)
  );
}

type Option = keyof typeof command.options;

/** What an order reads besides `--json`; anything else that was typed would be ignored. */
function optionsOf(order: AnyOrder): readonly Option[] {
  switch (order.kind) {
    case 'figures':
      return ['from', 'to', 'brand', 'by', 'csv'];
    case 'month':
      return ['month', 'brand'];
    case 'staff':
      return order.action === 'list' ? [] : order.action === 'invite' ? ['role', ...SIGNED] : SIGNED;
    case 'fictional':
      return order.action === 'list' ? [] : 'file' in order ? ['file', ...SIGNED] : SIGNED;
    case 'desk':
      return optionsOfDesk(order);
    case 'guard':
      return optionsOfGuard(order);
    case 'selfie':
      return order.what === 'show' ? [] : ['photo', 'as', ...(order.what === 'reject' ? ['because' as const] : [])];
    case 'photo':
      return ['as', 'note', ...(order.verdict.action === 'reject' ? ['because' as const] : [])];
    case 'appeal':
      return ['as', 'note', 'answer', 'alone'];
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
  if (what === 'export') return ['file', ...SIGNED];
  return what === 'refund' || what === 'close' || what === 'erase' ? SIGNED : [];
}

function optionsOfGuard({ what }: GuardOrder): readonly Option[] {
  if (what === 'show' || what === 'list') return [];
  if (what === 'send' || what === 'drop') return ['last', ...SIGNED, ...(what === 'drop' ? ['facts' as const] : [])];
  return ['word', 'about', 'language', ...SIGNED];
}

function optionsOfMeasure({ action }: { readonly action: string }): readonly Option[] {
  if (action === 'close') return [];
  if (action === 'remove_photo') return ['because'];
  return ['because', 'facts', ...(action === 'suspend' ? ['until' as const] : [])];
}

function refuseUnread(order: AnyOrder, values: Values): void {
  const read: readonly Option[] = ['json', ...optionsOf(order)];
  for (const name of Object.keys(values))
    if (!read.some((each) => each === name)) throw new UsageError(REFUSED[name] ?? `--${name} means nothing here.`);
}

const REFUSED: Readonly<Record<string, string>> = {
  because:
    'Only a rejection, a removal, a warning, a suspension, a ban and what is done about money, matters, first messages, words and staff have a reason: --because means nothing here.',
  until: 'Only a suspension has an end: --until means nothing here.',
  note: 'Only decisions about photos, reports, members and appeals keep a note: --note means nothing here.',
};
