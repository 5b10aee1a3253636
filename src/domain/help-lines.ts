// Who helps members against violence and fraud, by country: the state and well-known associations, under their own names.

/** A number that can be called; without one, `name` is a host on the web. */
export interface HelpLine {
  /** Empty where the number says enough. */
  readonly name: string;
  readonly number?: string;
}

export interface HelpLines {
  /** Of the names. */
  readonly language: string;
  readonly emergency: readonly HelpLine[];
  /** Where it has a number of its own for all that can wait. */
  readonly police?: readonly HelpLine[];
  readonly violence: readonly HelpLine[];
  readonly fraud: readonly HelpLine[];
}

/** In the order in which they are shown. */
export const HELP_KINDS = ['emergency', 'police', 'violence', 'fraud'] as const;

const number = (...numbers: readonly string[]): readonly HelpLine[] =>
  numbers.map((each) => ({ name: '', number: each }));
const call = (name: string, called: string): HelpLine => ({ name, number: called });
const visit = (name: string): HelpLine => ({ name });

export const HELP_LINES: Readonly<Record<string, HelpLines>> = {
  NL: {
    language: 'nl',
    emergency: number('112'),
    police: number('0900 8844'),
    violence: [call('Veilig Thuis', '0800 2000'), call('Slachtofferhulp Nederland', '0900 0101')],
    fraud: [call('Fraudehelpdesk', '088 786 73 72')],
  },
  BE: {
    language: 'fr',
    emergency: number('112', '101'),
    violence: [call('1712.be', '1712'), call('Écoute Violences Conjugales', '0800 30 030')],
    fraud: [visit('safeonweb.be')],
  },
  DE: {
    language: 'de',
    emergency: number('110', '112'),
    violence: [call('Hilfetelefon Gewalt gegen Frauen', '116 016'), call('Weißer Ring', '116 006')],
    fraud: [visit('portal.onlinewache.polizei.de')],
  },
  AT: {
    language: 'de',
    emergency: number('133', '112'),
    violence: [call('Frauenhelpline gegen Gewalt', '0800 222 555'), call('Opfer-Notruf', '0800 112 112')],
    fraud: [visit('watchlist-internet.at')],
  },
  CH: {
    language: 'de',
    emergency: number('117', '112'),
    violence: [visit('opferhilfe-schweiz.ch'), visit('aide-aux-victimes.ch'), visit('aiuto-alle-vittime.ch')],
    fraud: [visit('cybercrimepolice.ch'), visit('ncsc.admin.ch')],
  },
  FR: {
    language: 'fr',
    emergency: number('17', '112'),
    violence: [call('Violences Femmes Info', '3919'), call('France Victimes', '116 006')],
    fraud: [visit('17cyber.gouv.fr'), call('Info Escroqueries', '0 805 805 817')],
  },
  IT: {
    language: 'it',
    emergency: number('112'),
    violence: [call('Numero anti violenza e stalking', '1522')],
    fraud: [visit('commissariatodips.it')],
  },
  ES: {
    language: 'es',
    emergency: number('112', '091'),
    violence: number('016'),
    fraud: [call('INCIBE', '017')],
  },
  PL: {
    language: 'pl',
    emergency: number('112'),
    violence: [call('Niebieska Linia', '800 120 002')],
    fraud: [visit('incydent.cert.pl')],
  },
  DK: {
    language: 'da',
    emergency: number('112'),
    police: number('114'),
    violence: [call('Lev Uden Vold', '1888'), call('Offerrådgivningen', '116 006')],
    fraud: [visit('politi.dk')],
  },
  SE: {
    language: 'sv',
    emergency: number('112'),
    police: number('114 14'),
    violence: [call('Kvinnofridslinjen', '020-50 50 50'), call('Brottsofferjouren', '116 006')],
    fraud: [visit('polisen.se')],
  },
  NO: {
    language: 'nb',
    emergency: number('112'),
    police: number('02800'),
    violence: [call('VO-linjen', '116 006')],
    fraud: [visit('politiet.no')],
  },
  FI: {
    language: 'fi',
    emergency: number('112'),
    violence: [call('Nollalinja', '080 005 005'), call('Rikosuhripäivystys', '116 006')],
    fraud: [visit('poliisi.fi')],
  },
  GB: {
    language: 'en',
    emergency: number('999'),
    police: number('101'),
    violence: [call('National Domestic Abuse Helpline', '0808 2000 247'), call('Victim Support', '0808 16 89 111')],
    fraud: [call('Report Fraud', '0300 123 2040')],
  },
  IE: {
    language: 'en',
    emergency: number('112', '999'),
    violence: [call('Women’s Aid', '1800 341 900'), call('Crime Victims Helpline', '116 006')],
    fraud: [visit('garda.ie')],
  },
  US: {
    language: 'en',
    emergency: number('911'),
    violence: [call('National Domestic Violence Hotline', '1-800-799-7233')],
    fraud: [visit('reportfraud.ftc.gov'), visit('ic3.gov')],
  },
  CA: {
    language: 'en',
    emergency: number('911'),
    violence: [visit('sheltersafe.ca')],
    fraud: [call('Canadian Anti-Fraud Centre', '1-888-495-8501')],
  },
  AU: {
    language: 'en',
    emergency: number('000'),
    police: number('131 444'),
    violence: [call('1800RESPECT', '1800 737 732')],
    fraud: [visit('scamwatch.gov.au')],
  },
  NZ: {
    language: 'en',
    emergency: number('111'),
    police: number('105'),
    violence: [call('Women’s Refuge', '0800 733 843'), call('Victim Support', '0800 842 846')],
    fraud: [call('Netsafe', '0508 638 723')],
  },
};
