// Where members came from: the traffic source of whoever joined through an advertisement.

export const visitors: readonly string[] = [`alter table account add column tracking jsonb`];
