// Detects contact details in a name: a web address, an e-mail address or a phone number.

/** Country-code TLDs; no other two-letter TLDs exist. */
const COUNTRY_TLDS =
  'ac ad ae af ag ai al am ao ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw';
/** Generic TLDs in use, without those that are also given names (such as `kim`). */
const GENERIC_TLDS = [
  'com net org info biz name pro mobi tel jobs cat asia travel museum aero coop edu gov int mil post xxx arpa onion',
  'academy accountant accountants actor adult agency app apartments archi art associates attorney auction audio auto autos',
  'baby band bar bargains beauty beer best bet bid bike bingo bio black blog blue boats bond boo book bot boutique box broker build builders',
  'business buy buzz cab cafe cam camera camp capital car cards care careers cars casa cash casino catering center ceo chat cheap christmas',
  'church city claims cleaning click clinic clothing cloud club coach codes coffee college community company computer condos construction',
  'consulting contact contractors cooking cool country coupons courses credit creditcard cricket cruises dad dance date dating day deals degree',
  'delivery democrat dental dentist design dev diamonds diet digital direct directory discount doctor dog domains download earth eco education',
  'email energy engineer engineering enterprises equipment esq estate events exchange expert exposed express fail faith family fan fans farm',
  'fashion feedback film finance financial fish fishing fit fitness flights florist flowers foo football forex forsale forum foundation fun',
  'fund furniture futbol fyi gallery game games garden gay gift gifts gives giving glass global gmbh gold golf gratis green gripe group guide',
  'guitars guru hair haus health healthcare help hiphop hockey holdings holiday homes horse hospital host hosting house how icu immo',
  'immobilien inc industries ing ink institute insurance insure international investments jetzt jewelry kaufen kids kitchen kiwi land lat law',
  'lawyer lease legal lgbt life lighting limited limo link live living llc loan loans lol lotto love ltd luxe luxury makeup management market',
  'marketing markets mba media meet meme memorial men menu moe mom money monster mortgage motorcycles mov movie music navy network new news',
  'ngo ninja now observer one ong onl online ooo page paris partners parts party pay pet phd photo photography photos physio pics pictures',
  'pink pizza place plumbing plus poker porn press productions prof promo properties property protection pub qpon quest racing radio realty',
  'recipes red rehab reise reisen rent rentals repair report republican rest restaurant review reviews rich rip rocks rodeo rsvp rugby run',
  'sale salon sarl save sbs school schule science security select services sex sexy shiksha shoes shop shopping show singles site ski skin',
  'soccer social software solar solutions soy space spa sport spot storage store stream studio style sucks supplies supply support surf surgery',
  'systems talk tattoo tax taxi team tech technology tennis theater tickets tienda tips tires today tokyo tools top tours town toys trade',
  'trading training tube university uno vacations vegas ventures vet viajes video villas vin vip vision vodka vote voting voyage watch watches',
  'webcam website wedding wiki win wine work works world wtf xin xyz yachts yoga you zip zone berlin hamburg koeln wien london amsterdam',
  'рф рус онлайн сайт дети москва орг ком бел укр срб 中国 中國 公司 网络 网站 在线 中文网 商城 香港 한국 닷컴 みんな コム ไทย ελ ευ',
].join(' ');
const TLDS: ReadonlySet<string> = new Set(`${COUNTRY_TLDS} ${GENERIC_TLDS}`.split(' '));
/**
 * TLDs that mark an address after a single letter (`t.me`). After one letter, any other country-code TLD is a short
 * name behind an initial (`J.de Vries`, `N.no`, `K.Li`).
 */
const TLDS_AFTER_INITIAL: ReadonlySet<string> = new Set('ai cc co fm gg gl im io ly me ru to tv uk us ws'.split(' '));

/** Minimum number of digits in a phone number, with any separators. */
const PHONE_DIGITS = 7;
const PHONE = new RegExp(`(?:\\p{Nd}[\\s._()+/'’-]*){${PHONE_DIGITS}}`, 'u');

/**
 * Whether a folded text contains contact details. Spaces before a dot and a spelled-out dot count as a dot; a dot
 * followed only by a space ends a sentence.
 */
export function hasContact(foldedText: string): boolean {
  const checked = foldedText.slice(0, 200);
  if (/https?:|www\.|:\/\/|[\p{L}\p{Nd}]@[\p{L}\p{Nd}]/u.test(checked)) return true;
  const normalized = checked.replace(/\s+\.\s*/g, '.').replace(/ (?:dot|punt|punkt|point|punto|piste|kropka) /g, '.');
  for (const [, label = '', tld = ''] of normalized.matchAll(
    /([\p{L}\p{Nd}-]+)\.(\p{L}[\p{L}\p{M}]+)(?![.-]*[\p{L}\p{Nd}])/gu,
  ))
    if (TLDS.has(tld) && (label.length > 1 || tld.length > 2 || TLDS_AFTER_INITIAL.has(tld))) return true;
  return PHONE.test(checked);
}
