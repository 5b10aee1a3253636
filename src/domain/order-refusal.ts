// Refusals of an order that come from what was chosen: its discount code, or the member's own limit (`orderErrors`, contract/credits).

/** Such a refusal says itself what to do, and may not hold any more when the order is sent again. */
export const isOrderRefusal = (code: string): boolean => /^(?:code|spend)_/.test(code);
