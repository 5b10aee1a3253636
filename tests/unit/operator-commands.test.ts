// All that staff can do in the console is a command as well: each call has one, which is read and stands in the help.
import { expect, test } from 'vitest';
import type { StaffCallName } from '#contract/staff';
import { UsageError } from '#scripts/arguments';
import { command } from '#scripts/operator/orders';
import { typedOrder } from '../support/operator.ts';
import { siteAt } from '../support/server.ts';

const id = crypto.randomUUID();
const brand = siteAt(0).folder;
const signed = '--as Kim --because "Asked by phone"';
const noted = '--as Kim --note "As our rules say"';

/** Logging in is how the console knows who one is; a command is typed by who may open the database. */
const ONLY_THERE = null;

/** A call that is missing here does not compile. */
const COMMANDS: Readonly<Record<StaffCallName, readonly string[] | null>> = {
  'session.login': ONLY_THERE,
  'session.me': ONLY_THERE,
  'session.logout': ONLY_THERE,
  'invitation.open': ONLY_THERE,
  'invitation.accept': ONLY_THERE,
  'staff.list': ['staff list'],
  'staff.invite': [`staff invite a@b.nl --role owner ${signed}`],
  'staff.disable': [`staff disable a@b.nl ${signed}`],
  'audit.list': ['audit'],
  'inbox.list': ['inbox'],
  // The folders of `niches/` are named in every answer.
  'brands.list': ['inbox'],
  'photos.show': ['queue'],
  'photos.decide': ['photo approve', 'photo reject'].map(
    (words) => `${words} ${id} --as Kim${words.endsWith('reject') ? ' --because revealing' : ''}`,
  ),
  'selfies.show': [`selfie show ${id}`],
  'selfies.decide': [
    `selfie approve ${id} --photo ${id} --as Kim`,
    `selfie reject ${id} --photo ${id} --as Kim --because no_gesture`,
  ],
  'reports.show': [`report show ${id}`],
  // Pictures of the evidence are printed with the place of their files.
  'reports.picture': [`report show ${id}`],
  'reports.decide': [`report close ${id} ${noted}`, `report warn ${id} --as Kim --because scam`],
  'contacts.show': [`contact show ${id}`],
  'contacts.decide': [`contact send ${id} --last 1 ${signed}`, `contact drop ${id} --last 1 ${signed}`],
  'words.list': [`words list ${brand}`],
  'words.set': [
    `words on ${brand} --word zelle --about money --language en ${signed}`,
    `words off ${brand} --word zelle --about money --language en ${signed}`,
  ],
  'appeals.show': ['appeals'],
  'appeals.decide': [`appeal grant ${id} ${noted}`, `appeal refuse ${id} ${noted}`],
  'members.find': ['member find a@b.nl'],
  'members.show': [`member show ${id}`],
  'members.decide': [
    `member warn ${id} --as Kim --because scam`,
    `member suspend ${id} --as Kim --because scam --until 2027-01-31`,
    `member ban ${id} --as Kim --because scam`,
    `member restore ${id} ${noted}`,
  ],
  'members.credit': [`member credit ${id} --credits 5 ${signed}`],
  'members.export': [`member export ${id} ${signed}`],
  'members.erase': [`member erase ${id} ${signed}`],
  'payments.refund': [`payment refund ${id} ${signed}`],
  'fictional.list': [`fictional list ${brand}`],
  'fictional.make': [`fictional make ${brand} --file profile.json ${signed}`],
  'fictional.edit': [`fictional edit ${id} --file profile.json ${signed}`],
  'fictional.retire': [`fictional retire ${id} ${signed}`],
  'complaints.show': [`complaint show ${id}`],
  'complaints.close': [`complaint close ${id} ${signed}`],
  'parked.show': ['parked show "sandbox evt_1"'],
  'parked.close': [`parked close "sandbox evt_1" ${signed}`],
  'figures.read': ['figures --from 2027-01-01 --to 2027-01-31'],
};

const lines = Object.values(COMMANDS).flatMap((each) => each ?? []);

test('DE11: what each call of the console does is an order on the command line, also with --json', () => {
  for (const line of lines) expect(typedOrder(`${line} --json`), line).toMatchObject({ isJson: true });
});

test('DE11: the help names the words of each such order', () => {
  const named = command.usage.split('\n').flatMap((line) => wordsIn(/npm run operator -- (.*)/.exec(line)?.[1] ?? ''));
  for (const line of lines) expect(named).toContain(line.split(' ').slice(0, plainWords(line)).join(' '));
});

test('DE102 H9: jobs that were given up are counted, and those of a kind run again', () => {
  expect(typedOrder('jobs')).toEqual({ kind: 'jobs', isJson: false });
  expect(typedOrder('jobs again purchase_mail')).toEqual({ kind: 'jobs', again: 'purchase_mail', isJson: false });
  for (const wrong of ['jobs retry purchase_mail', 'jobs again', 'jobs --as Kim'])
    expect(() => typedOrder(wrong), wrong).toThrow(UsageError);
});

/** The first words of a line that are no names or options. */
const plainWords = (line: string): number => (/^\w+ [a-z][a-z-]*( |$)/.test(line) ? 2 : 1);

/** `report warn|ban ID` stands for two. */
function wordsIn(typed: string): string[] {
  const [first = '', second = ''] = typed.split(' ');
  return /^[a-z|-]+$/.test(second) && !second.startsWith('-')
    ? second.split('|').map((word) => `${first} ${word}`)
    : [first];
}
