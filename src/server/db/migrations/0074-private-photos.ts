// The secret in the addresses of private photos.

export const privatePhotos: readonly string[] = [
  `insert into server_secret (name, secret)
    values ('private_photo', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`,
];
