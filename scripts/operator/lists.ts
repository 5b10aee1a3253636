// The lines that list what waits for an operator, and show one report with its evidence.
import type { PhotoFiles } from '#server/media/photo-files';
import { VOICE_FORM } from '#server/media/photo-forms';
import type { Db } from '#server/db/index';
import { waitingPhotos } from '#server/modules/photos/moderation';
import { openAppeals } from '#server/modules/appeals/decide-appeal';
import { openReports, readReport } from '#server/modules/safety/decide-report';

const MOST = 100;

export interface Place {
  readonly tenant: number;
  /** The name of the niche. */
  readonly folder: string;
  readonly photos: Pick<PhotoFiles, 'locate'>;
}

/** What was found or done: objects for `--json`, one a line, and the lines for people. */
export interface Answer {
  readonly objects: readonly object[];
  readonly lines: readonly string[];
}

export async function listPhotos(db: Db, { tenant, folder: brand, photos }: Place): Promise<Answer> {
  const found = await waitingPhotos(db, tenant, MOST);
  const waiting = found.map(({ id, name, at, file, profile: member, private: isPrivate }) => ({
    ...{ brand, id, at: at.toISOString(), shown_to: isPrivate ? 'private' : 'free', member, name },
    file: photos.locate(file, '1280.webp'),
  }));
  return {
    objects: waiting,
    lines: waiting.map(({ id, at, shown_to, name, file }) => [id, brand, at, shown_to, name, file].join('  ')),
  };
}

export async function listReports(db: Db, { tenant, folder: brand }: Place): Promise<Answer> {
  const open = await openReports(db, tenant, MOST);
  return {
    objects: open.map((each) => ({ brand, ...each })),
    lines: open.map(({ id, at, about, category, name }) =>
      [id, brand, at.toISOString(), about, category, name].join('  '),
    ),
  };
}

export async function listAppeals(db: Db, { tenant, folder: brand }: Place): Promise<Answer> {
  const open = await openAppeals(db, tenant, MOST);
  return {
    objects: open.map((each) => ({ brand, ...each })),
    lines: open.flatMap((each) => [
      [each.id, brand, each.at.toISOString(), each.side, each.language].join('  '),
      `    against ${each.action} of ${each.decided_at.toISOString()} by ${each.operator}${because(each)}`,
      ...(each.report ? [`    report ${each.report}`] : []),
      ...indented(each.text),
    ]),
  };
}

/** Null when there is no such report. In JSON, pictures and recordings have their place as well. */
export async function showReport(db: Db, place: Place, id: string): Promise<Answer | null> {
  const report = await readReport(db, place.tenant, id);
  if (!report) return null;
  const { photo, messages } = report.evidence;
  const placed = <Kept extends { readonly file: string }>(kept: Kept, form = '1280.webp'): Kept => ({
    ...kept,
    file: place.photos.locate(kept.file, form),
  });
  type Message = NonNullable<typeof messages>[number];
  const withPlace = (each: Message): Message => ({
    ...each,
    ...(each.picture ? { picture: placed(each.picture) } : {}),
    ...(each.voice ? { voice: placed(each.voice, VOICE_FORM) } : {}),
  });
  const evidence = {
    ...report.evidence,
    ...(photo ? { photo: placed(photo) } : {}),
    ...(messages ? { messages: messages.map(withPlace) } : {}),
  };
  const whole = { ...report, evidence };
  return { objects: [{ brand: place.folder, ...whole }], lines: reportDetails(whole, place.folder) };
}

type Report = NonNullable<Awaited<ReturnType<typeof readReport>>>;

function reportDetails(report: Report, folder: string): string[] {
  const { profile, photo, messages = [] } = report.evidence;
  return [
    `${report.id}  ${folder}  ${report.at.toISOString()}  ${report.status}`,
    `about: ${report.about}, ${report.category}`,
    `reporter: ${report.reporter ?? 'gone'} (${report.reporter_language ?? '–'})`,
    `member: ${report.name}, ${report.reported ?? 'gone'} (${report.member_language ?? '–'}, ${report.member_status ?? '–'})`,
    ...indented(report.text),
    'profile as it was:',
    ...indented([profile.line, profile.about ?? ''].filter(Boolean).join('\n')),
    ...(photo ? [`photo: ${photo.file}`] : []),
    ...(messages.length > 0 ? ['messages, the reported one last:'] : []),
    ...messages.flatMap(({ mine, text, gift, picture, voice, deleted, at }) =>
      indented(
        `${at} ${mine ? 'reporter' : 'member'}${deleted ? ', deleted for both' : ''}: ${gift ? `[gift ${gift}]` : picture ? picture.file : [voice?.file, text].filter(Boolean).join(' ')}`,
      ),
    ),
    ...(report.before.length > 0 ? ['decided before about this member:'] : []),
    ...report.before.map((each) => `    ${each.at.toISOString()} ${each.action} by ${each.operator}${because(each)}`),
  ];
}

interface Reasoned {
  readonly reason: string | null;
  readonly until: Date | null;
  readonly note: string | null;
}
const because = ({ reason, until, note }: Reasoned): string =>
  [reason && `, ${reason}`, until && `, until ${until.toISOString()}`, note && `, note: ${note}`]
    .filter(Boolean)
    .join('');

/** What members typed starts no line, and has no control characters for the terminal. */
const indented = (text: string): string[] =>
  text === '' ? [] : text.split('\n').map((line) => `    ${line.replace(/\p{Cc}/gu, ' ')}`);
