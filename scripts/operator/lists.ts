// The lines that list what waits for an operator, and show one report with its evidence.
import type { PhotoFiles } from '#server/media/photo-files';
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

export async function photoLines(db: Db, { tenant, folder, photos }: Place): Promise<string[]> {
  const waiting = await waitingPhotos(db, tenant, MOST);
  return waiting.map(({ id, name, at, file, private: isPrivate }) =>
    [...[id, folder, at.toISOString(), isPrivate ? 'private' : 'free', name], photos.locate(file, '1280.webp')].join(
      '  ',
    ),
  );
}

export async function reportLines(db: Db, { tenant, folder }: Place): Promise<string[]> {
  const open = await openReports(db, tenant, MOST);
  return open.map(({ id, at, about, category, name }) =>
    [id, folder, at.toISOString(), about, category, name].join('  '),
  );
}

export async function appealLines(db: Db, { tenant, folder }: Place): Promise<string[]> {
  const open = await openAppeals(db, tenant, MOST);
  return open.flatMap((each) => [
    [each.id, folder, each.at.toISOString(), each.side, each.language].join('  '),
    `    against ${each.action} of ${each.decided_at.toISOString()} by ${each.operator}${because(each)}`,
    ...(each.report ? [`    report ${each.report}`] : []),
    ...indented(each.text),
  ]);
}

/** Null when there is no such report. */
export async function reportDetails(db: Db, { tenant, folder, photos }: Place, id: string): Promise<string[] | null> {
  const report = await readReport(db, tenant, id);
  if (!report) return null;
  const { evidence } = report;
  const { profile, photo, messages = [] } = evidence;
  const pictureFile = (file: string): string => photos.locate(file, '1280.webp');
  return [
    `${report.id}  ${folder}  ${report.at.toISOString()}  ${report.status}`,
    `about: ${report.about}, ${report.category}`,
    `reporter: ${report.reporter ?? 'gone'} (${report.reporter_language ?? '–'})`,
    `member: ${report.name}, ${report.reported ?? 'gone'} (${report.member_language ?? '–'}, ${report.member_status ?? '–'})`,
    ...indented(report.text),
    'profile as it was:',
    ...indented([profile.line, profile.about ?? ''].filter(Boolean).join('\n')),
    ...(photo ? [`photo: ${pictureFile(photo.file)}`] : []),
    ...(messages.length > 0 ? ['messages, the reported one last:'] : []),
    ...messages.flatMap(({ mine, text, gift, picture, deleted, at }) =>
      indented(
        `${at} ${mine ? 'reporter' : 'member'}${deleted ? ', deleted for both' : ''}: ${gift ? `[gift ${gift}]` : picture ? pictureFile(picture.file) : text}`,
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
