// Composes the backend: one Hono app that answers API calls of all niches and passes other requests to `fallback`.
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { liveStream } from '#contract/events';
import { contract } from '#contract/index';
import { HSTS } from '#domain/hsts';
import type { Site } from '#site/load';
import { refusalAnswer, toResponse } from './http/responses.ts';
import type { Config } from './config/index.ts';
import { type Clock, systemClock } from './context.ts';
import type { OpenDatabase } from './db/index.ts';
import { describeError } from './db/errors.ts';
import { unexpected } from './http/unexpected.ts';
import type { FormPage } from './http/native-forms.ts';
import type { Places } from './geo/places.ts';
import { readiness } from './http/health.ts';
import { hostTable } from './http/hosts.ts';
import { limitPhoto } from './http/caller-limits.ts';
import { answerExportFile, isExportFile } from './export/export-file.ts';
import { openHub } from './live/hub.ts';
import { openPushGatherer } from './push/gather.ts';
import { openPushKeys } from './push/keys.ts';
import { MAX_STREAMS_PER_ADDRESS } from './live/subscribers.ts';
import { openLog } from './log.ts';
import { type Mailer, openMailer } from './mail/index.ts';
import { devMailboxPage } from './mail/dev-mailbox.ts';
import { answerMailWebhook, isMailWebhook } from './mail/notifications/mail-webhook.ts';
import { answerOneClick, isOneClick } from './mail/notifications/one-click.ts';
import { type Metrics, noMetrics } from './metrics.ts';
import { allHandlers } from './modules/index.ts';
import { answerCall, type CallTable, callTable } from './http/api.ts';
import { passwordChecker } from './auth/password-hashing.ts';
import { secretReader } from './auth/server-secret.ts';
import { type NudityGuard, openNudityGuard } from './media/nudity-guard.ts';
import { openPhotoFiles } from './media/photo-files.ts';
import { openPhotoStore } from './media/photo-store.ts';
import { configuredProviders } from './payments/configured-provider.ts';
import { answerInvoiceFile, isInvoiceFile } from './payments/invoices/download-invoice.ts';
import type { Provider } from './payments/provider.ts';
import { answerWebhook, isWebhook } from './payments/webhook.ts';
import { noQueue, type Queue } from './queue.ts';
import { openConcurrencyLimits } from './http/concurrency-limits.ts';
import { unlimitedRate, rateLimiter } from './http/rate-limit.ts';
import { type Code, Refusal } from './http/refusal.ts';
import { closeServices, type Services } from './services.ts';
import { sessionOwners } from './auth/session-owners.ts';
import { answerStaff, isStaffCall } from './staff/answer.ts';
import type { ConsolePages } from './staff/console-pages.ts';
import { type SmsSender, openSms } from './sms/index.ts';
import { devPhonePage } from './sms/dev-phone.ts';
import { answerStream } from './live/answer-stream.ts';
import { addressOf, type AppContext, type AppEnv, hostOf, isOverHttps, requestInfoOf } from './http/request-info.ts';

export interface AppParts {
  /** The sites served by this process. */
  readonly sites: readonly Site[];
  /** Sites whose jobs this process may receive, by default `sites`: all processes share one queue. */
  readonly allSites?: readonly Site[];
  readonly database: OpenDatabase;
  readonly config: Config;
  readonly places: Places;
  /** The calls to answer, by default those of the contract. */
  readonly calls?: (services: Services) => CallTable;
  /** Answers pages and files. `c.get('site')` is null on the development server's own host name. */
  readonly fallback?: (c: AppContext) => Response | Promise<Response>;
  readonly formPage?: FormPage | null;
  /** Answers the pages of the console. */
  readonly consolePages?: ConsolePages;
  /** The job queue. Without one, calls that enqueue a job fail. */
  readonly queue?: Queue;
  readonly mailer?: Mailer;
  readonly sms?: SmsSender | null;
  /** The payment provider, by default the configured one. */
  readonly provider?: Provider;
  readonly otherProviders?: readonly Provider[];
  readonly nudity?: NudityGuard;
  readonly log?: Logger;
  readonly metrics?: Metrics;
  readonly now?: Clock;
}

export interface App {
  readonly fetch: Hono<AppEnv>['fetch'];
  readonly services: Services;
  /** Lets `/readyz` say that this process is going to stop; it still answers everything. */
  drain(): void;
  /** Closes live connections. The caller closes the database. */
  close(): Promise<void>;
}

export async function createApp(parts: AppParts): Promise<App> {
  const services = await createServices(parts);
  let isDraining = false;
  const answer = dispatcher(parts, services, () => isDraining);
  const app = new Hono<AppEnv>();
  app.all('*', answer);
  // API calls handle their own errors; this handles errors of pages and photos.
  app.onError((error, c) => {
    if (error instanceof Refusal) return refusalResponse(c, error.code, error.detail.retryAfter);
    services.log.error({ request: c.get('requestId'), error: describeError(error) }, 'failed');
    return refusalResponse(c, unexpected(error).code);
  });
  const drain = (): void => void (isDraining = true);
  return { fetch: app.fetch, services, drain, close: () => closeServices(services) };
}

async function createServices({
  sites,
  allSites = sites,
  database,
  config,
  places,
  formPage,
  queue,
  mailer,
  sms,
  provider,
  otherProviders = [],
  nudity,
  log = openLog(config.logLevel),
  metrics = noMetrics,
  now = systemClock,
}: AppParts): Promise<Services> {
  const jobs = queue ?? noQueue;
  const pushes = openPushGatherer({ database, queue: jobs, log });
  const maxPerAddress = config.rateLimits ? MAX_STREAMS_PER_ADDRESS : Infinity;
  return {
    sites: allSites,
    config,
    database,
    places,
    hub: await openHub({ database, now, log, maxPerAddress, redisUrl: config.redisUrl, pushes }),
    limiter: config.rateLimits ? rateLimiter(now) : unlimitedRate,
    concurrency: openConcurrencyLimits(config.rateLimits),
    sessionOwners: sessionOwners(),
    passwords: await passwordChecker(),
    mailer: mailer ?? openMailer(config.smtpUrl, config.dataDir, now),
    sms: sms === undefined ? openSms(config, now) : sms,
    photos: openPhotoStore(openPhotoFiles(config)),
    nudity: nudity ?? openNudityGuard({ log }),
    queue: jobs,
    ...(provider ? { provider, otherProviders } : configuredProviders({ config, database, now })),
    pushKeys: openPushKeys(database),
    browserKey: secretReader(database, 'known_browser'),
    now,
    log,
    metrics,
    formPage: formPage ?? null,
  };
}

function dispatcher(
  parts: AppParts,
  services: Services,
  isDraining: () => boolean,
): (c: AppContext) => Promise<Response> {
  const { sites, fallback, consolePages, config, calls = contractCalls } = parts;
  const hosts = hostTable(sites, config);
  const isUp = readiness(services.database);
  const isReady = async (): Promise<boolean> => !isDraining() && (await isUp());
  const table = calls(services);
  return async (c) => {
    const { path } = c.req;
    if (path === '/livez') return plainText('ok', 200);
    if (path === '/readyz') return (await isReady()) ? plainText('ready', 200) : plainText('not ready', 503);
    c.set('requestId', crypto.randomUUID());
    const host = hostOf(c, config);
    if (isStaffCall(path)) return answerStaff(services, c, host);
    const consolePage = consolePages && (await consolePages(c, host));
    if (consolePage) return secured(c, consolePage);
    const site = hosts.siteOf(host);
    c.set('site', site);
    if (!site && !hosts.isHome(host)) return refusalResponse(c, 'unknown_host');
    if (path.startsWith('/api/')) return site ? answerApi(c, site, host) : refusalResponse(c, 'unknown_host');
    if (config.devPages && /^\/dev\/mail(\/|$)/.test(path)) return devMailboxPage(config.dataDir, path);
    if (config.devPages && path === '/dev/sms') return devPhonePage(config.dataDir);
    return secured(c, await answerPage(c, path));
  };

  function secured(c: AppContext, page: Response): Response {
    if (isOverHttps(c, config)) page.headers.set(HSTS.name, HSTS.value);
    return page;
  }

  async function answerPage(c: AppContext, path: string): Promise<Response> {
    if (!fallback) return refusalResponse(c, 'not_found');
    return isPicture(path) ? limitPhoto(services, addressOf(c, config), async () => fallback(c)) : fallback(c);
  }

  async function answerApi(c: AppContext, site: Site, host: string): Promise<Response> {
    const request = requestInfoOf(c, site, host, config, services.log);
    if (isWebhook(services, c.req.path)) return answerWebhook(services, request);
    if (isMailWebhook(services, c.req.path)) return answerMailWebhook(services, request);
    if (isExportFile(c.req.path)) return answerExportFile(services, request);
    if (isInvoiceFile(c.req.path)) return answerInvoiceFile(services, request);
    if (isOneClick(c.req.path)) return answerOneClick(services, request);
    if (c.req.path !== liveStream.path || c.req.method !== 'GET') return answerCall(services, table, request);
    return answerStream(services, request, c.env?.outgoing);
  }
}

const contractCalls = (services: Services): CallTable => callTable(contract, allHandlers(services));

const isPicture = (path: string): boolean => /^\/media\/(photos|voice)\//.test(path);

function refusalResponse(
  c: AppContext,
  code: Code,
  retryAfter: number | undefined = code === 'unavailable' ? 5 : undefined,
): Response {
  const requestId = c.get('requestId');
  const refusal = new Refusal(code, retryAfter === undefined ? {} : { retryAfter });
  return toResponse(refusalAnswer(refusal, requestId), requestId, []);
}

const plainText = (text: string, status: number): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });
