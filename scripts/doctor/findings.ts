// What keeps this installation from serving: settings, brands, exports, mail, payments, disk and photos.
import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { type Config, ConfigError } from '#server/config/index';
import { checkBrands, placeholdersOf } from '#server/config/production';
import { selectSites } from '#server/main';
import { loadSites, type Site } from '#site/load';
import { SiteError } from '#site/parse-file';
import { staleServed } from '../export-freshness.ts';
import { databaseFindings } from './database.ts';
import { filesFinding } from './files.ts';
import { bad, type Finding, good, TIMEOUT_MS, warning } from './finding.ts';
import { heldFindings } from './held-payments.ts';
import { paymentFindings } from './payments.ts';
import { profilesOf } from './profiles.ts';
import { dnsGaps, sellingFinding } from './selling.ts';
import { readSettings, settingsFindings } from './settings.ts';

const MIN_FREE_BYTES = 1_000_000_000;

/** The settings that name a payment provider. */
const PROVIDERS = [
  'MOLLIE_API_KEY',
  'MOLLIE_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_URL',
  'PAYMENT_PROVIDER',
  'SANDBOX_URL',
];

/** A look that needs some variables: it would find something else where one of them cannot be read. */
type Look = readonly [needs: readonly string[], find: () => Finding[] | Promise<Finding[]>];

/** Looks at everything, also after a fault. `env` are the environment variables; `asksDns` looks up the brands' domains. */
export async function findings(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  asksDns = false,
): Promise<Finding[]> {
  const settings = readSettings(env);
  const { config, unread } = settings;
  const served = brandsOf(root, config);
  const brands = typeof served === 'string' ? [] : served;
  const looks: readonly Look[] = [
    [[], () => settingsFindings(settings)],
    [[], () => (typeof served === 'string' ? [bad('brands', served)] : brandFindings(config, brands))],
    [[], () => (brands.length > 0 ? exportFindings(root, brands) : [])],
    [['DATABASE_URL', 'MIGRATE_URL'], () => databaseFindings(config)],
    [['SMTP_URL'], async () => [await mailFinding(config)]],
    [['SMS_URL'], () => [smsFinding(config, brands)]],
    [PROVIDERS, () => paymentFindings(config, brands)],
    [[...PROVIDERS, 'DATABASE_URL'], () => heldFindings(config, brands)],
    [[], () => [diskFinding(config)]],
    [['FILES_URL'], async () => [await filesFinding(config)]],
    [['DATABASE_URL', 'BACKUP_URL'], () => backupFindings(config)],
    [['DATABASE_URL'], () => sellingFindings(config, brands, asksDns)],
  ];
  const found: Finding[] = [];
  for (const [needs, find] of looks) if (!needs.some((name) => unread.includes(name))) found.push(...(await find()));
  return found;
}

async function sellingFindings(config: Config, sites: readonly Site[], asksDns: boolean): Promise<Finding[]> {
  const counted = await profilesOf(config, sites);
  const looks = sites.map(async (site) => {
    const dns = asksDns ? await dnsGaps(site) : [];
    return sellingFinding(config, { site, dns, profiles: counted.get(site.id) });
  });
  return Promise.all(looks);
}

/** A sentence where they cannot be read. */
function brandsOf(root: string, config: Config): readonly Site[] | string {
  try {
    return selectSites(config, loadSites(root));
  } catch (error) {
    if (error instanceof SiteError || error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** Data of the example brands that a real company has to replace. */
function brandFindings(config: Config, sites: readonly Site[]): Finding[] {
  const faults = sites.flatMap((site) => {
    const fields = placeholdersOf(site);
    const state = checkBrands(config, [site]).length > 0 ? 'bad' : 'warning';
    const text = `${site.folder}: ${fields.join(', ')} are placeholders; write your own in niche.json.`;
    return fields.length > 0 ? [{ state, about: 'brands', text } as const] : [];
  });
  return faults.length > 0 ? faults : [good('brands', sites.map(({ name }) => name).join(', '))];
}

function exportFindings(root: string, sites: readonly Site[]): Finding[] {
  const folders = sites.map(({ folder }) => folder);
  const { stale, cureOf, isWanted, refused } = staleServed(root, folders);
  if (stale.length === 0) return [good('exports', `up to date: ${folders.join(', ')}`)];
  if (!isWanted) return [bad('exports', `missing or older than their sources: ${stale.join(', ')}; ${cureOf(stale)}`)];
  if (refused.length > 0) return refused.map((sentence) => bad('exports', sentence));
  return [warning('exports', `older than their sources, after a rollback: ${stale.join(', ')}`)];
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
