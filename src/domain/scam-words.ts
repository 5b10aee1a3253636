// Words of the scam guard: beginnings of words and phrases, lower case and without accents. Operators change them for a brand in the console.

/** Names of messengers, and of networks that are used as one. */
export const MESSENGERS: readonly string[] = [
  ...['telegram', 'whatsapp', 'whats app', 'watsapp', 'wechat', 'viber', 'snapchat', 'instagram', 'insta:', 'kik:'],
  ...['skype', 'discord', 'zangi', 'threema', 'google chat', 'hangouts', 'onlyfans'],
];

/** Talk about money, by language. Single words are only here when they hardly mean anything else between strangers. */
export const MONEY: Readonly<Record<string, readonly string[]>> = {
  all: [
    'bitcoin',
    'ethereum',
    'usdt',
    'crypto',
    'krypto',
    'western union',
    'moneygram',
    'paypal',
    'revolut',
    'paysafe',
  ],
  en: [
    ...[
      'send money',
      'send me money',
      'need money',
      'lend me',
      'loan me',
      'gift card',
      'bank transfer',
      'wire transfer',
    ],
    ...['bank account', 'investment', 'invest in', 'cash app', 'cashapp', 'pay for my', 'customs fee', 'hospital bill'],
  ],
  da: [
    ...[
      'sende penge',
      'send penge',
      'lane penge',
      'lane mig',
      'lan mig',
      'brug for penge',
      'gavekort',
      'bankoverforsel',
    ],
    ...['investering', 'kontonummer', 'toldgebyr', 'mobilepay'],
  ],
  de: [
    ...['geld schicken', 'geld senden', 'geld leihen', 'schick mir geld', 'brauche geld', 'uberweis', 'gutscheinkarte'],
    ...['guthabenkarte', 'geldanlage', 'investition', 'kontonummer', 'zollgebuhr'],
  ],
  es: [
    ...['enviar dinero', 'enviame dinero', 'mandar dinero', 'mandame dinero', 'prestar dinero', 'prestame'],
    ...['necesito dinero', 'tarjeta regalo', 'transferencia', 'inversion', 'numero de cuenta', 'bizum'],
  ],
  fi: [
    ...['laheta rahaa', 'lainaa rahaa', 'lainaa minulle', 'tarvitsen rahaa', 'lahjakort', 'tilisiirto'],
    ...['sijoitus', 'tilinumero', 'tullimaksu'],
  ],
  fr: [
    ...["envoyer de l'argent", "envoie-moi de l'argent", "envoie de l'argent", "preter de l'argent", 'prete-moi'],
    ...[
      "besoin d'argent",
      'carte cadeau',
      'virement',
      'investissement',
      'numero de compte',
      'frais de douane',
      'transcash',
    ],
  ],
  it: [
    ...['inviare denaro', 'inviami denaro', 'mandare soldi', 'mandami soldi', 'prestare soldi', 'prestami'],
    ...['bisogno di soldi', 'carta regalo', 'buono regalo', 'bonifico', 'investimento', 'numero di conto', 'postepay'],
  ],
  nb: [
    ...[
      'sende penger',
      'send penger',
      'lane penger',
      'lane meg',
      'lan meg',
      'trenger penger',
      'gavekort',
      'bankoverforing',
    ],
    ...['investering', 'kontonummer', 'tollavgift'],
  ],
  nl: [
    ...['geld sturen', 'stuur geld', 'stuur me geld', 'geld lenen', 'leen me', 'geld nodig', 'cadeaukaart'],
    ...['overschrijving', 'investering', 'rekeningnummer', 'tikkie', 'douanekosten'],
  ],
  pl: [
    ...['wyslij pieniadze', 'wyslij mi pieniadze', 'przelej', 'przelew', 'pozycz', 'potrzebuje pieniedzy'],
    ...['karta podarunkowa', 'karte podarunkowa', 'inwestycj', 'numer konta', 'blikiem', 'kod blik'],
  ],
  sv: [
    ...['skicka pengar', 'lana pengar', 'lana mig', 'lana ut', 'behover pengar', 'presentkort', 'bankoverforing'],
    ...['investering', 'kontonummer', 'tullavgift', 'swisha'],
  ],
};
