// The secret in the addresses that the payment provider reports to.

export const webhookSecret: readonly string[] = [
  `insert into server_secret (name, secret)
    values ('webhook', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`,
];
