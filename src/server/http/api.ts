// The way of every API call, in one pass: method, origin, body, then the handler; errors come back in one shape.
import type { Calls, Endpoint, Upload } from '#contract/endpoint';
import { refusalAnswer, toResponse } from './responses.ts';
import { boundedChunks, parseForm, parseJsonBody, readBytes } from './request-body.ts';
import { logCall } from './access-log.ts';
import { type Handler, type Handlers, stopwatch } from '../context.ts';
import { describeError, isDatabaseUnavailable } from '../db/errors.ts';
import {
  FORM_METADATA,
  redirectFormGet,
  redirectAfterForm,
  renderNextStep,
  renderRefusedForm,
} from './native-forms.ts';
import { limitAddress, mayDrawRefused } from './caller-limits.ts';
import { chooseSessionCookie, clearOtherSessionCookies } from './duplicate-sessions.ts';
import { parsePairs } from './parse-pairs.ts';
import { isSameOriginFetch, isSameOriginRequest } from './csrf.ts';
import { Refusal } from './refusal.ts';
import type { Call, Input } from './call.ts';
import { run } from './pipeline.ts';
import type { Services } from '../services.ts';
import { checkInput } from './validate-input.ts';
import type { RequestInfo } from './request-info.ts';

const NO_BYTES = new Uint8Array();

/** Path → method → call. */
export type CallTable = ReadonlyMap<string, ReadonlyMap<string, Call>>;

/** The calls of a contract joined with their handlers; two calls with one address are a mistake. */
export function callTable<C extends Readonly<Record<string, Calls>>>(
  contract: C,
  handlers: { readonly [Word in keyof C]: Handlers<C[Word]> },
): CallTable {
  const table = new Map<string, Map<string, Call>>();
  for (const [word, calls] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries(calls)) {
      const handler = handlers[word]?.[name] as unknown as Handler<Endpoint>;
      const methods = table.get(endpoint.path) ?? new Map<string, Call>();
      const other = methods.get(endpoint.method);
      if (other) throw new Error(`${word}.${name} has the address of ${other.name}.`);
      table.set(endpoint.path, methods.set(endpoint.method, { name: `${word}.${name}`, endpoint, handler }));
    }
  return table;
}

/** Answers one API request; never throws. */
export async function answerCall(services: Services, table: CallTable, visit: RequestInfo): Promise<Response> {
  const started = stopwatch();
  const method = visit.c.req.method;
  const methods = table.get(visit.c.req.path);
  const call = methods?.get(method);
  const tooMany = refusalOf(() => limitAddress(services, visit));
  const again = method === 'GET' ? redirectFormGet(visit, [...(methods?.values() ?? [])]) : null;
  const response =
    again ??
    (call ? await makeCall(services, call, visit, tooMany) : refused(visit, tooMany ?? noSuchCall(methods), methods));
  clearOtherSessionCookies(visit, response);
  logCall(services.log, visit, call?.name ?? 'none', started, response);
  return response;
}

const noSuchCall = (methods: ReadonlyMap<string, Call> | undefined): Refusal =>
  new Refusal(methods ? 'method_not_allowed' : 'not_found');

function refused(visit: RequestInfo, refusal: Refusal, methods?: ReadonlyMap<string, Call>): Response {
  const headers: Record<string, string> =
    refusal.code === 'method_not_allowed' ? { allow: [...(methods?.keys() ?? [])].join(', ') } : {};
  return toResponse(refusalAnswer(refusal, visit.requestId, headers), visit.requestId, visit.cookies);
}

function refusalOf(check: () => void): Refusal | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * An address over its limit is refused before its body is read. A native form is still read while its page may be drawn again, so that
 * nothing typed is lost.
 */
async function makeCall(
  services: Services,
  call: Call,
  visit: RequestInfo,
  tooMany: Refusal | null,
): Promise<Response> {
  let form: Record<string, string> | null = null;
  try {
    checkOrigin(call.endpoint, visit);
    if (tooMany && !(isFormType(call.endpoint, visit) && mayDrawRefused(services, visit))) throw tooMany;
    const body = await readBody(call.endpoint, visit);
    form = body.form;
    if (tooMany) throw tooMany;
    await chooseSessionCookie(services, visit);
    const answer = await run(services, call, visit, inputOf(call.endpoint, visit, body));
    if (form)
      return (
        (await renderNextStep(visit, call.name, form, services.formPage)) ?? redirectAfterForm(visit, call.name, form)
      );
    return toResponse(answer, visit.requestId, visit.cookies);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalFor(services, call, visit, error);
    visit.cookies.length = 0;
    const isDrawn =
      refusal === tooMany || refusal.code !== 'too_many_requests' || (form && mayDrawRefused(services, visit));
    return form && isDrawn
      ? renderRefusedForm(visit, call.name, refusal, form, services.formPage).catch(() => refused(visit, refusal))
      : refused(visit, refusal);
  }
}

function checkOrigin(endpoint: Endpoint, visit: RequestInfo): void {
  if (endpoint.beacon) return;
  const isAllowed =
    endpoint.method === 'GET'
      ? !endpoint.changesState || isSameOriginFetch(visit, visit.origin)
      : isSameOriginRequest(visit, visit.origin);
  if (!isAllowed) throw new Refusal('forbidden');
}

interface Body {
  readonly bytes: Uint8Array;
  readonly form: Record<string, string> | null;
}

/** The body, read whole. Not that of an upload: its handler streams it. */
async function readBody(endpoint: Endpoint, visit: RequestInfo): Promise<Body> {
  if (endpoint.method === 'GET') return { bytes: NO_BYTES, form: null };
  if (endpoint.upload) {
    checkUpload(endpoint.upload, visit);
    return { bytes: uploadIdentity(visit), form: null };
  }
  const bytes = await readBytes(visit.c.req.raw);
  return { bytes, form: isForm(endpoint, visit, bytes) ? parseForm(bytes) : null };
}

const contentType = (visit: RequestInfo): string | undefined =>
  visit.header('content-type')?.split(';')[0]?.trim().toLowerCase();

/** Whether the body is a native form. Any other type but JSON is refused: a foreign page can send those without asking. */
function isForm(endpoint: Endpoint, visit: RequestInfo, bytes: Uint8Array): boolean {
  if (endpoint.beacon) return false;
  const type = contentType(visit);
  if (type === 'application/json' || (type === undefined && bytes.byteLength === 0)) return false;
  if (isFormType(endpoint, visit)) return true;
  throw new Refusal('unsupported_type');
}

const isFormType = (endpoint: Endpoint, visit: RequestInfo): boolean =>
  endpoint.method !== 'GET' && endpoint.forms === true && contentType(visit) === 'application/x-www-form-urlencoded';

function checkUpload({ types, maxBytes }: Upload, visit: RequestInfo): void {
  const type = contentType(visit) ?? '';
  if (!types.some((each) => each === type)) throw new Refusal('unsupported_type');
  if (Number(visit.header('content-length') ?? 0) > maxBytes) throw new Refusal('too_large');
}

/** What makes two uploads under one key the same attempt: address, type and length. The content is not read for it. */
const uploadIdentity = (visit: RequestInfo): Uint8Array =>
  Buffer.from([queryOf(visit.c.req.url), contentType(visit), visit.header('content-length')].join(' '));

function inputOf(endpoint: Endpoint, visit: RequestInfo, { bytes, form }: Body): Input {
  const inQuery = endpoint.method === 'GET' || endpoint.upload !== undefined;
  const query = inQuery ? parsePairs(queryOf(visit.c.req.url)) : {};
  const value = inQuery ? query : form ? withoutReturn(form) : parseJsonBody(bytes);
  return {
    bytes,
    isForm: form !== null,
    query,
    check: () => checkInput(endpoint.input, value),
    upload: () => {
      if (!endpoint.upload) throw new Error('The contract gives this call no upload.');
      return boundedChunks(visit.c.req.raw, endpoint.upload.maxBytes);
    },
  };
}

const withoutReturn = (form: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !FORM_METADATA.includes(name)));

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : (url.slice(at + 1).split('#')[0] ?? '');
}

/** What a caller is told of an error of ours: nothing but that it is ours, and the number to ask about. */
function refusalFor(services: Services, call: Call, visit: RequestInfo, error: unknown): Refusal {
  services.log.error(
    { request: visit.requestId, route: call.name, tenant: visit.site.id, error: describeError(error) },
    'failed',
  );
  return isDatabaseUnavailable(error) ? new Refusal('unavailable', { retryAfter: 5 }) : new Refusal('internal');
}
