// Detects names that imitate staff in any language, or the brand.

/** Reserved as part of a longer word, too. */
const RESERVED_SUBSTRINGS =
  'support moderator moderador moderatore moderatrice moderateur moderaattori administrator administrador administratrice administrateur amministratore amministratrice customerservice customercare kundenservice kundendienst kundeservice kundtjanst klantenservice serviceclient servizioclienti atencionalcliente asiakaspalvelu obsługaklienta biuroobsługi brukerstøtte brukerstotte helpdesk webmaster yllapito yllapitaja soporte beheerder модератор администратор поддержка підтримка';
/** Reserved only as whole words. */
const RESERVED_WORDS =
  'admin admins adm mod mods staff team official system sysadmin security billing help info postmaster hostmaster noreply beheer medewerker ondersteuning redactie officieel hilfe mitarbeiter mitarbeiterin betreiber offiziell kundensupport equipe assistance officiel officielle equipo ayuda oficial squadra assistenza supporto ufficiale medarbejder medarbeider ansatt officiell medarbetare hjälp hjelp hjælp tiimi tuki valvoja henkilökunta virallinen zespół pomoc wsparcie obsługa oficjalny';

/** Letters and digits that look like Latin letters. `i` and `l` map to the same letter, since 1 looks like both. */
const HOMOGLYPHS: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', е: 'e', ё: 'e', з: 'e', и: 'u', і: 'i', ї: 'i', ј: 'j', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p' },
  ...{ с: 'c', ѕ: 's', т: 't', у: 'y', х: 'x', ԁ: 'd', ԛ: 'q', ԝ: 'w', ӏ: 'i', һ: 'h', г: 'r', п: 'n' },
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    μ: 'm',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    σ: 'o',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ω: 'w',
  },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'i', đ: 'd', ð: 'd', ı: 'i', ɑ: 'a', ɡ: 'g', þ: 'th', ʀ: 'r', ᴀ: 'a' },
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g', l: 'i' },
};

/** A text with accents removed and homoglyphs replaced. */
const skeleton = (text: string): string =>
  [
    ...text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, ''),
  ]
    .map((letter) => HOMOGLYPHS[letter] ?? letter)
    .join('');

const words = (list: string): string[] => list.split(' ').map(skeleton);
const reservedSubstrings: readonly string[] = words(RESERVED_SUBSTRINGS);
const reservedWords: ReadonlySet<string> = new Set(words(RESERVED_WORDS));

const SEPARATORS = /[^\p{L}\p{M}\p{Nd}]+/u;
const withoutDigitsAround = (text: string): string => text.replace(/^\p{Nd}+|\p{Nd}+$/gu, '');

/**
 * Whether a folded name imitates staff or one of the `brands`. Digits around a word are tried as ignored and as
 * homoglyphs. Separators are ignored for long words and for words spelled letter by letter.
 */
export function isReservedName(folded: string, brands: readonly string[]): boolean {
  const parts = folded.split(SEPARATORS).filter((part) => part !== '');
  const joined = parts.join('');
  const variantsOf = (text: string): string[] => [skeleton(withoutDigitsAround(text)), skeleton(text)];
  const joinedVariants = variantsOf(joined);
  if (joinedVariants.some((variant) => reservedSubstrings.some((word) => variant.includes(word)))) return true;
  const isSpelled = parts.every((part) => part.length < 3);
  if ([...(isSpelled ? joinedVariants : []), ...parts.flatMap(variantsOf)].some((word) => reservedWords.has(word)))
    return true;
  const names = new Set(brands.map((brand) => skeleton(brand.split(SEPARATORS).join(''))));
  return joinedVariants.some((variant) => variant !== '' && names.has(variant));
}
