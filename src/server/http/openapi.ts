// Generates an OpenAPI 3.1 document from the contract, for operators with their own backend.
import * as z from 'zod/mini';
import { contract } from '#contract/index';
import type { Endpoint } from '#contract/endpoint';
import { ApiErrorBody, sharedCodes } from '#contract/errors';
import { liveStream, LiveEvent } from '#contract/events';
import { SESSION } from '#domain/limits';
import { type Code, STATUS } from './refusal.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

/** The whole document as plain data. */
export function openApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [word, calls] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(word, name, endpoint),
      };
    }
  }
  const events = {
    description: 'Server-sent events',
    content: { 'text/event-stream': { schema: schemaOf(LiveEvent, 'output') } },
  };
  paths[liveStream.path] = {
    get: {
      operationId: 'events.open',
      tags: ['events'],
      security: [{ session: [] }],
      responses: { 200: events, default: { $ref: '#/components/responses/Error' } },
    },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Matchloom', version },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION.cookie } },
      responses: {
        Error: {
          description: 'The one shape of a refusal',
          content: { 'application/json': { schema: schemaOf(ApiErrorBody, 'output') } },
        },
      },
    },
  };
}

function operation(word: string, name: string, endpoint: Endpoint): Json {
  const isGet = endpoint.method === 'GET';
  const input = schemaOf(endpoint.input, 'input');
  const nothing = endpoint.output._zod.def.type === 'null';
  const done = nothing
    ? { 204: { description: 'Done' } }
    : {
        200: {
          description: 'Answer',
          content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } },
        },
      };
  const keyed = !isGet && !endpoint.beacon && !endpoint.idempotent && endpoint.access === 'member';
  return {
    operationId: `${word}.${name}`,
    tags: [word],
    ...(endpoint.access === 'member' ? { security: [{ session: [] }] } : {}),
    ...(endpoint.access === 'searcher' ? { security: [{ session: [] }, {}] } : {}),
    parameters: [
      ...(isGet ? queryOf(input) : []),
      ...(keyed ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }] : []),
    ],
    ...(isGet ? {} : { requestBody: { content: { 'application/json': { schema: input } } } }),
    responses: { ...done, ...refusals(endpoint), default: { $ref: '#/components/responses/Error' } },
  };
}

function queryOf(input: Json): Json[] {
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = (input['required'] ?? []) as string[];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** The call's own error codes by status; shared ones belong to the default response. */
function refusals(endpoint: Endpoint): Json {
  const ownCodes = (endpoint.errors ?? []).filter((code) => !sharedCodes.some((shared) => shared === code));
  const byStatus = Map.groupBy(ownCodes, (code) => STATUS[code as Code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { $ref: '#/components/responses/Error', description: codes.join(', ') },
    ]),
  );
}
