// Finds words in the subject of a mail that tell what kind of site sent it to who looks over a shoulder.

/** Those that other languages take from English, and a picture. */
const EVERYWHERE =
  /dating|\bdates?\b|flirt|single|match|\blove|\bsex|romanti?[ck]|romance|swipe|erot|soulmate|\p{Emoji_Presentation}/iu;

const BY_LANGUAGE: Readonly<Record<string, RegExp>> = {
  da: /kæreste|kærlighed|forelsk|partner|parforhold|stævnemøde|singl/iu,
  de: /partner|kennenlern|liebe|verlieb|beziehung|bekanntschaft|rendezvous|seitensprung/iu,
  en: /partner|relationship|affair|hook-?up/iu,
  es: /\bcitas?\b|amor|pareja|solter|enamor|ligar|ligue|romántic/iu,
  fi: /deitti|deitai|treff|seuranhaku|rakkau|rakast|sinkku|parisuh|kumppani/iu,
  fr: /rencontre|amour|célibataire|drague|séduc|âme sœur/iu,
  it: /incontr|appuntament|amore|innamor|anima gemella|partner|cuori/iu,
  nb: /kjæreste|kjærlighet|forelsk|partner|parforhold|stevnemøte|sjekk(e|ing)|singel/iu,
  nl: /partner|relatie|liefde|verlief|vrijgezel|afspraakje/iu,
  pl: /rand(k|ek)|miłoś|miłos|zakoch|singiel|singli|partner|romans/iu,
  sv: /dejt|kärlek|förälsk|partner|singel|träff|raggning/iu,
};

/** What a subject tells, or null. The site's own name tells it too. */
export function findTelling(subject: string, language: string, siteName: string): string | null {
  const own = BY_LANGUAGE[language];
  if (!own) throw new Error(`tests/support/neutral-subjects.ts has no words for ${language}.`);
  if (subject.toLowerCase().includes(siteName.toLowerCase())) return siteName;
  return (EVERYWHERE.exec(subject) ?? own.exec(subject))?.[0] ?? null;
}
