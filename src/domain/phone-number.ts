// Reads a telephone number as it is typed; a heavy module, so browsers load it when a form is sent.
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

interface PhoneNumber {
  /** As E.164, such as `+31612345678`. */
  readonly number: string;
  /** Where it belongs; null for one of no single country. */
  readonly country: string | null;
}

/** The number that was typed; without its own country code it is one of `country`. Null when it is none. */
export function readPhone(typed: string, country: string): PhoneNumber | null {
  const home: CountryCode | undefined = isSupportedCountry(country) ? country : undefined;
  const read = parsePhoneNumberFromString(typed, home);
  return read?.isValid() === true && !read.ext ? { number: read.number, country: read.country ?? null } : null;
}
