// What keeps this installation from serving: settings, brands, exports, mail, payments, disk and photos.
import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { type Config, ConfigError, readConfig } from '#server/config/index';
import { checkBrands, checkProduction, placeholdersOf } from '#server/config/production';
import { loadSites, type Site } from '#site/load';
import { SiteError } from '#site/parse-file';
import { staleServed } from '../export-freshness.ts';
import { databaseFindings } from './database.ts';
import { filesFinding } from './files.ts';
import { bad, type Finding, good } from './finding.ts';
import { dnsGaps, sellingFinding } from './selling.ts';

const TIMEOUT_MS = 5000;
const MIN_FREE_BYTES = 1_000_000_000;

/** Looks at everything, also after a fault. `env` are the environment variables; `asksDns` looks up the brands' domains. */
export async function findings(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  asksDns = false,
): Promise<Finding[]> {
  const config = configOf(env);
  const sites = sitesOf(root);
  const brands = Array.isArray(sites) ? servedBy(sites, typeof config === 'string' ? null : config) : [];
  const independent = [
    ...(typeof sites === 'string'
      ? [bad('brands', sites)]
      : brandFindings(typeof config === 'string' ? null : config, brands)),
    ...exportFindings(root, brands),
  ];
  if (typeof config === 'string') return [...sentences('settings', config), ...independent];
  const problems = checkProduction(config).flatMap((problem) => sentences('settings', problem));
  return [
    ...(problems.length > 0 ? problems : [good('settings', `fit for ${config.mode}`)]),
    ...independent,
    ...(await databaseFindings(config)),
    await mailFinding(config),
    smsFinding(config, brands),
    await paymentFinding(config),
    diskFinding(config),
    await filesFinding(config),
    ...backupFindings(config),
    ...(await sellingFindings(config, brands, asksDns)),
  ];
}

const sellingFindings = (config: Config, sites: readonly Site[], asksDns: boolean): Promise<Finding[]> =>
  Promise.all(sites.map(async (site) => sellingFinding(config, { site, dns: asksDns ? await dnsGaps(site) : [] })));

const warning = (about: string, text: string): Finding => ({ state: 'warning', about, text });
const sentences = (about: string, text: string): Finding[] => text.split('\n').map((sentence) => bad(about, sentence));

function configOf(env: Readonly<Record<string, string | undefined>>): Config | string {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

function sitesOf(root: string): readonly Site[] | string {
  try {
    return loadSites(root);
  } catch (error) {
    if (error instanceof SiteError) return error.message;
    throw error;
  }
}

const servedBy = (sites: readonly Site[], config: Config | null): readonly Site[] =>
  sites.filter(({ folder }) => !config || config.niches.length === 0 || config.niches.includes(folder));

/** Data of the example brands that a real company has to replace. */
function brandFindings(config: Config | null, sites: readonly Site[]): Finding[] {
  const faults = sites.flatMap((site) => {
    const fields = placeholdersOf(site);
    const state = config && checkBrands(config, [site]).length > 0 ? 'bad' : 'warning';
    const text = `${site.folder}: ${fields.join(', ')} are placeholders; write your own in niche.json.`;
    return fields.length > 0 ? [{ state, about: 'brands', text } as const] : [];
  });
  return faults.length > 0 ? faults : [good('brands', sites.map(({ name }) => name).join(', '))];
}

function exportFindings(root: string, sites: readonly Site[]): Finding[] {
  const folders = sites.map(({ folder }) => folder);
  const { stale, cureOf, isWanted } = staleServed(root, folders);
  if (stale.length === 0) return [good('exports', `up to date: ${folders.join(', ')}`)];
  if (isWanted) return [warning('exports', `older than their sources, after a rollback: ${stale.join(', ')}`)];
  return [bad('exports', `missing or older than their sources: ${stale.join(', ')}; ${cureOf(stale)}`)];
}

async function mailFinding({ smtpUrl, dataDir }: Config): Promise<Finding> {
  if (smtpUrl === null) return warning('mail', `stays in a folder below ${dataDir}; set SMTP_URL to send it.`);
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: smtpUrl, ...limits });
  try {
    await transport.verify();
    return good('mail', `${new URL(smtpUrl).hostname} takes mail`);
  } catch (error) {
    const { code = '', responseCode = '' } = error as { code?: string; responseCode?: number };
    const reason = `${code} ${responseCode}`.trim();
    return bad('mail', `${new URL(smtpUrl).hostname} does not answer or refuses us (${reason}); check SMTP_URL.`);
  } finally {
    transport.close();
  }
}

/** A message would cost money, so none is sent. What production refuses of both settings is listed under settings. */
function smsFinding({ smsUrl, mode, dataDir }: Config, sites: readonly Site[]): Finding {
  const debiting = sites.filter(({ company }) => company.creditor_id !== undefined).map(({ folder }) => folder);
  if (smsUrl !== null)
    return good('sms', `${new URL(smsUrl).hostname} gets the codes of ${debiting.join(', ') || 'no brand'}`);
  if (mode !== 'production') return warning('sms', `stays in a folder below ${dataDir}; set SMS_URL to send it.`);
  if (debiting.length === 0) return good('sms', 'not needed: no brand has a creditor_id for direct debit');
  return warning('sms', `no direct debit for ${debiting.join(', ')}; set SMS_URL and IBAN_KEY to offer it.`);
}

async function paymentFinding({ sandbox, mollie }: Config): Promise<Finding> {
  if (mollie) return mollieFinding(mollie);
  if (!sandbox) return warning('payments', 'no provider: pages say that credits cannot be bought yet.');
  const answer = await fetch(`${sandbox.url}/pay/none`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  return answer
    ? warning('payments', `the sandbox ${sandbox.url} answers, which moves no money`)
    : bad('payments', `the sandbox ${sandbox.url} does not answer; start it, or check SANDBOX_URL.`);
}

/** Asks with the key, which changes nothing. */
async function mollieFinding({ key, url }: NonNullable<Config['mollie']>): Promise<Finding> {
  const kind = key.startsWith('live_') ? 'live' : 'test';
  const answer = await fetch(`${url ?? 'https://api.mollie.com'}/v2/methods`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (!answer) return bad('payments', 'Mollie does not answer; check the network of this machine.');
  if (!answer.ok) return bad('payments', `Mollie refuses the ${kind} key with ${answer.status}; check MOLLIE_API_KEY.`);
  return kind === 'live'
    ? good('payments', 'Mollie accepts the live key')
    : warning('payments', 'Mollie accepts the test key, which moves no money');
}

function diskFinding({ dataDir }: Config): Finding {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch {
    return bad('disk', `${dataDir} cannot be written; set DATA_DIR to a folder this user may write.`);
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const text = `${(free / 1e9).toFixed(1)} GB free at ${dataDir}`;
  return free < MIN_FREE_BYTES ? bad('disk', `${text}; make room or move DATA_DIR.`) : good('disk', text);
}

/** The embedded database has no dump, only its folder. */
function backupFindings({ database, backupUrl }: Config): Finding[] {
  if (database.kind !== 'postgres') return [];
  return backupUrl
    ? [good('backup', 'BACKUP_URL is set; "npm run backup" checks each dump')]
    : [
        warning(
          'backup',
          'BACKUP_URL is missing, so "npm run backup" saves nothing; set it to the login of matchloom_backup.',
        ),
      ];
}
