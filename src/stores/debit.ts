// Direct debit as its page uses it: the creditor, the details with the code they ask for, and the order that the code signs.
import { atom, type ReadableAtom } from 'nanostores';
import { debit, DEBIT_LENGTHS, type DebitDetails, type PendingMandate } from '#contract/debit';
import { discounts } from '#contract/discounts';
import { isPhoneCountry } from '#domain/debit';
import { DEBIT_METHOD } from '#domain/payment-methods';
import { ApiError, client } from '#lib/api';
import { $siteSettings } from './site-settings.ts';
import { orderOnce } from './order.ts';
import { createResource } from './resource.ts';
import { createSubmit, type Submit } from './submit.ts';

const api = client({ ...debit, find: discounts.find });

interface DebitChoice {
  readonly package: string;
  readonly code: string | null;
}

/** What the mandate says, and the order's discount; a code that does not fit any more is left out. */
export const $debit = createResource({
  load: async ({ package: id, code }: DebitChoice) => {
    const [offer, discount] = await Promise.all([api.offer(), code === null ? null : findCode(id, code)]);
    return { ...offer, discount };
  },
});

const findCode = async (id: string, code: string) =>
  api.find({ code, package: id, method: DEBIT_METHOD }).then(
    ({ discount }) => discount,
    (error: unknown) => {
      if (error instanceof ApiError && error.code.startsWith('code_')) return null;
      throw error;
    },
  );

export { DEBIT_LENGTHS };
export type TypedDetails = Omit<DebitDetails, 'consent'> & { readonly consent: boolean };

export interface DebitOrder {
  readonly code: string;
  readonly package: string;
  /** The price shown, in minor units. */
  readonly amount: number;
  readonly discount_code: string | null;
  /** The member whose chat the order came from. */
  readonly partner: string | null;
}

export interface Debit {
  /** The mandate that waits for its code; null while the details are typed. */
  readonly $pending: ReadableAtom<PendingMandate | null>;
  /** Checks the details and has a code sent; again, another one. */
  readonly begin: Submit<TypedDetails>;
  /** Sends the code, which places the order. */
  readonly confirm: Submit<DebitOrder>;
  /** Back to the details. */
  edit(): void;
  /** On to the code of a mandate that was begun before. */
  finish(mandate: PendingMandate): void;
  /** Gives such a mandate up. */
  readonly cancel: Submit<PendingMandate>;
}

/** One visit of the page. */
export function createDebit(): Debit {
  const $pending = atom<PendingMandate | null>(null);
  const begin = createSubmit(async (typed: TypedDetails) => {
    await checkDetails(typed);
    const { mandate } = await api.begin({ ...typed, consent: true });
    $pending.set(mandate);
  });
  const place = orderOnce(
    ({ discount_code, ...order }: Omit<DebitOrder, 'partner'> & { readonly reference: string }, options) =>
      api.confirm(discount_code === null ? order : { ...order, discount_code }, options),
  );
  const confirm = createSubmit(async ({ partner, ...order }: DebitOrder) => {
    const reference = $pending.get()?.reference;
    if (reference !== undefined) await place({ ...order, reference }, partner);
  });
  const edit = (): void => $pending.set(null);
  const cancel = createSubmit(async ({ reference }: PendingMandate) => {
    await api.cancel({ reference });
    await $debit.reload();
  });
  return { $pending, begin, confirm, edit, cancel, finish: (mandate) => $pending.set(mandate) };
}

/** The rules of the server, loaded when they are needed: with them all fields are answered at once, and no code is lost. */
async function checkDetails({ iban, phone, country, consent }: TypedDetails): Promise<void> {
  const rules = await Promise.all([import('#domain/iban'), import('#domain/phone-number')]).catch(() => null);
  if (!rules) return;
  const [{ readIban }, { readPhone }] = rules;
  const fields: NonNullable<ApiError['body']['fields']> = {
    ...(readIban(iban) === null ? { iban: 'iban_invalid' } : {}),
    ...phoneFault(readPhone(phone, country)),
    ...(consent ? {} : { consent: 'required' }),
  };
  if (Object.keys(fields).length > 0) throw new ApiError('invalid', 422, { fields });
}

function phoneFault(phone: { readonly country: string | null } | null): NonNullable<ApiError['body']['fields']> {
  if (phone === null) return { phone: 'phone_invalid' };
  return isPhoneCountry(phone.country, $siteSettings.get().countries) ? {} : { phone: 'phone_country' };
}
