// Handlers of contract/discounts: a code by name, a member's own codes, the time bonus.
import type { discounts } from '#contract/discounts';
import type { CodeOf, InputOf } from '#contract/endpoint';
import { TIME_BONUS_CODE, WELCOME_CODE } from '#domain/discounts';
import type { Ctx, Handlers } from '../../context.ts';
import { codeView, type KnownCode, ownCodes, visitorsWelcome } from '../../payments/discounts.ts';
import { holderOf } from '../../payments/offers.ts';
import { countryOf, usableCode } from '../../payments/place-order.ts';

export function discountHandlers(): Handlers<typeof discounts> {
  return {
    find: async (ctx, input) => {
      const code = input.welcome ? await welcomeCode(ctx) : await typedCode(ctx, input);
      return { discount: code && codeView(code, ctx.now()) };
    },

    own: async (ctx) => {
      const codes = await ownCodes(ctx.db, holderOf(ctx));
      return { codes: codes.map((code) => codeView(code, ctx.now())) };
    },

    timeBonus: async (ctx) => {
      const codes = await ownCodes(ctx.db, holderOf(ctx));
      const bonus = codes.find(({ code }) => code === TIME_BONUS_CODE);
      if (!bonus?.expires) return { time_bonus: null, seconds: null };
      const left = Math.floor((bonus.expires.getTime() - ctx.now().getTime()) / 1000);
      const isBest = codes.every((each) => each === bonus || !isAsGoodLater(each, bonus));
      return { time_bonus: codeView(bonus, ctx.now()), seconds: isBest ? left : null };
    },
  };
}

/** Whether the price does not rise when the bonus ends, thanks to another code of the member. */
const isAsGoodLater = (other: KnownCode, bonus: KnownCode): boolean =>
  other.value_percentage >= bonus.value_percentage &&
  (other.expires === null || (bonus.expires !== null && other.expires > bonus.expires));

async function welcomeCode(ctx: Ctx): Promise<KnownCode | null> {
  if (!ctx.account) return visitorsWelcome;
  const bonus = (await ownCodes(ctx.db, holderOf(ctx))).find(({ code }) => code === TIME_BONUS_CODE);
  return bonus ? { ...bonus, code: WELCOME_CODE } : null;
}

type FindCtx = Ctx<CodeOf<typeof discounts.find>>;

async function typedCode(ctx: FindCtx, input: InputOf<typeof discounts.find>): Promise<KnownCode> {
  const { code = '', package: packageId, method = '' } = input;
  const country = await countryOf(ctx);
  const offer = ctx.site.prices.offersIn(country).find(({ id }) => id === packageId);
  if (!offer) throw ctx.refuse('unknown_package');
  const { amount, currency } = offer;
  return usableCode(ctx, { amount, currency, country, method }, code, null);
}
