// The country of an IP address, by a few that have not changed for years.
import { expect, test } from 'vitest';
import { countryOfIp } from '#server/geo/ip-country';

test.each([
  ['194.109.6.66', 'NL'],
  ['217.0.43.145', 'DE'],
  ['193.51.208.13', 'FR'],
  ['130.238.7.10', 'SE'],
  ['8.8.8.8', 'US'],
])('SI22: %s is in %s, also when it is written as IPv6', (ip, country) => {
  expect(countryOfIp(ip)).toBe(country);
  expect(countryOfIp(`::ffff:${ip}`)).toBe(country);
  expect(countryOfIp(`::FFFF:${ip}`)).toBe(country);
});

test.each([
  '10.1.2.3',
  '127.0.0.1',
  '192.168.0.1',
  '::1',
  'fd00::1',
  '2a02:a440::1',
  '2a01:e0a::1',
  '',
  'unknown',
  '1.2.3',
])('LA16: the country of "%s" is unknown, so its visitor is warned', (ip) => {
  expect(countryOfIp(ip)).toBeNull();
});
