// API request entry point: finds the call, checks method, origin and body, runs it, and turns errors into responses.
import type { Calls, Endpoint, Upload } from '#contract/endpoint';
import { UPLOAD_PACE, UPLOAD_STALL_MS } from '#domain/limits';
import { trackingFieldsOf } from '#domain/tracking';
import { refusalAnswer, toResponse } from './responses.ts';
import { boundedChunks, parseForm, parseJsonBody, readBytes } from './request-body.ts';
import { logCall } from './access-log.ts';
import { type Handler, type Handlers, stopwatch } from '../context.ts';
import { describeError } from '../db/errors.ts';
import { unexpected } from './unexpected.ts';
import {
  FORM_METADATA,
  redirectFormGet,
  redirectAfterForm,
  renderNextStep,
  renderRefusedForm,
} from './native-forms.ts';
import { limitAddress, mayRenderRefusedForm } from './caller-limits.ts';
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

/** Joins the calls of a contract with their handlers. Throws when two calls have the same method and path. */
export function callTable<C extends Readonly<Record<string, Calls>>>(
  contract: C,
  handlers: { readonly [Word in keyof C]: Handlers<C[Word]> },
): CallTable {
  const table = new Map<string, Map<string, Call>>();
  for (const [word, calls] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries(calls)) {
      const handler = handlers[word]?.[name] as unknown as Handler<Endpoint>;
      const methods = table.get(endpoint.path) ?? new Map<string, Call>();
      const existing = methods.get(endpoint.method);
      if (existing) throw new Error(`${word}.${name} has the address of ${existing.name}.`);
      table.set(endpoint.path, methods.set(endpoint.method, { name: `${word}.${name}`, endpoint, handler }));
    }
  return table;
}

/** Answers one API request; never throws. */
export async function answerCall(services: Services, table: CallTable, request: RequestInfo): Promise<Response> {
  const started = stopwatch();
  const method = request.c.req.method;
  // A call may have a query in its address, as `POST /api/user.php?push=1` does (decisions C).
  const methods = table.get(request.c.req.path + new URL(request.c.req.url).search) ?? table.get(request.c.req.path);
  const call = methods?.get(method);
  const rateLimited = refusalOf(() => limitAddress(services, request));
  const formRedirect = method === 'GET' ? redirectFormGet(request, [...(methods?.values() ?? [])]) : null;
  const response =
    formRedirect ??
    (call
      ? await executeCall(services, call, request, rateLimited)
      : refusalResponse(request, rateLimited ?? unknownCall(methods), methods));
  if (methods) clearOtherSessionCookies(request, response);
  logCall(services, request, call?.name ?? 'none', started, response);
  return response;
}

const unknownCall = (methods: ReadonlyMap<string, Call> | undefined): Refusal =>
  new Refusal(methods ? 'method_not_allowed' : 'not_found');

function refusalResponse(request: RequestInfo, refusal: Refusal, methods?: ReadonlyMap<string, Call>): Response {
  const headers: Record<string, string> =
    refusal.code === 'method_not_allowed' ? { allow: [...(methods?.keys() ?? [])].join(', ') } : {};
  return toResponse(refusalAnswer(refusal, request.requestId, headers), request.requestId, request.cookies);
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
 * An address over its limit is refused before its body is read. A native form is still read, within a limit, so that
 * the user's input can be rendered again.
 */
async function executeCall(
  services: Services,
  call: Call,
  request: RequestInfo,
  rateLimited: Refusal | null,
): Promise<Response> {
  let form: Record<string, string> | null = null;
  try {
    checkOrigin(call.endpoint, request);
    if (rateLimited && !(isFormType(call.endpoint, request) && mayRenderRefusedForm(services, request)))
      throw rateLimited;
    const body = await readBody(call.endpoint, request);
    form = body.form;
    if (rateLimited) throw rateLimited;
    await chooseSessionCookie(services, request);
    const answer = await run(services, call, request, inputOf(call.endpoint, request, body));
    if (form)
      return (
        (await renderNextStep(request, call.name, form, services.formPage)) ??
        redirectAfterForm(request, call.name, form)
      );
    return toResponse(answer, request.requestId, request.cookies);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalFor(services, call, request, error);
    request.cookies.length = 0;
    const isRendered =
      refusal === rateLimited ||
      refusal.code !== 'too_many_requests' ||
      (form && mayRenderRefusedForm(services, request));
    return form && isRendered
      ? renderRefusedForm(request, call.name, refusal, form, services.formPage).catch(() =>
          refusalResponse(request, refusal),
        )
      : refusalResponse(request, refusal);
  }
}

function checkOrigin(endpoint: Endpoint, request: RequestInfo): void {
  if (endpoint.beacon) return;
  const isAllowed =
    endpoint.method === 'GET'
      ? !endpoint.changesState || isSameOriginFetch(request, request.origin)
      : isSameOriginRequest(request, request.origin);
  if (!isAllowed) throw new Refusal('forbidden');
}

interface Body {
  readonly bytes: Uint8Array;
  readonly form: Record<string, string> | null;
}

/** Reads the whole body, except for an upload, which its handler streams. */
async function readBody(endpoint: Endpoint, request: RequestInfo): Promise<Body> {
  if (endpoint.method === 'GET') return { bytes: NO_BYTES, form: null };
  if (endpoint.upload) {
    checkUpload(endpoint.upload, request);
    return { bytes: uploadIdentity(request), form: null };
  }
  const bytes = await readBytes(request.c.req.raw);
  return { bytes, form: isForm(endpoint, request, bytes) ? parseForm(bytes, trackingFieldsOf(endpoint.input)) : null };
}

const contentType = (request: RequestInfo): string | undefined =>
  request.header('content-type')?.split(';')[0]?.trim().toLowerCase();

/**
 * Whether the body is a native form. Types other than JSON and forms are refused: other sites can send them without a
 * CORS preflight.
 */
function isForm(endpoint: Endpoint, request: RequestInfo, bytes: Uint8Array): boolean {
  if (endpoint.beacon) return false;
  const type = contentType(request);
  if (type === 'application/json' || (type === undefined && bytes.byteLength === 0)) return false;
  if (isFormType(endpoint, request)) return true;
  throw new Refusal('unsupported_type');
}

const isFormType = (endpoint: Endpoint, request: RequestInfo): boolean =>
  endpoint.method !== 'GET' && endpoint.forms === true && contentType(request) === 'application/x-www-form-urlencoded';

function checkUpload({ types, maxBytes }: Upload, request: RequestInfo): void {
  const type = contentType(request) ?? '';
  if (!types.some((allowedType) => allowedType === type)) throw new Refusal('unsupported_type');
  if (Number(request.header('content-length') ?? 0) > maxBytes) throw new Refusal('too_large');
}

/** Identity of an upload for retries: query, type and length. The content is not read. */
const uploadIdentity = (request: RequestInfo): Uint8Array =>
  Buffer.from([queryOf(request.c.req.url), contentType(request), request.header('content-length')].join(' '));

function inputOf(endpoint: Endpoint, request: RequestInfo, { bytes, form }: Body): Input {
  const inQuery = endpoint.method === 'GET' || endpoint.upload !== undefined;
  const isLenient = trackingFieldsOf(endpoint.input);
  const query = inQuery ? parsePairs(queryOf(request.c.req.url), isLenient) : {};
  const value = inQuery ? query : form ? withoutMetadata(form) : parseJsonBody(bytes, isLenient);
  return {
    bytes,
    isForm: form !== null,
    query,
    check: () => checkInput(endpoint.input, value),
    upload: () => {
      if (!endpoint.upload) throw new Error('The contract gives this call no upload.');
      return boundedChunks(request.c.req.raw, endpoint.upload.maxBytes, { stallMs: UPLOAD_STALL_MS, ...UPLOAD_PACE });
    },
  };
}

const withoutMetadata = (form: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !FORM_METADATA.includes(name)));

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : (url.slice(at + 1).split('#')[0] ?? '');
}

/** Logs an unexpected error. The caller gets only its code and the request id. */
function refusalFor(services: Services, call: Call, request: RequestInfo, error: unknown): Refusal {
  services.log.error(
    { request: request.requestId, route: call.name, tenant: request.site.id, error: describeError(error) },
    'failed',
  );
  return unexpected(error);
}
