// The numbers in an input of the contract, by their dotted path.
import * as z from 'zod/mini';

export interface InputNumber {
  readonly path: string;
  /** Undefined when any number is accepted. */
  readonly maximum: number | undefined;
}

interface Json {
  readonly type?: string | readonly string[];
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly additionalProperties?: Json | boolean;
  readonly items?: Json;
  readonly prefixItems?: readonly Json[];
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly allOf?: readonly Json[];
}

export const numbersOf = (input: z.ZodMiniType): readonly InputNumber[] =>
  walk(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json, '');

function walk(schema: Json, path: string): readonly InputNumber[] {
  const inside = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const { type, maximum, properties = {}, additionalProperties, items } = schema;
  const entries = [...(items ? [items] : []), ...(schema.prefixItems ?? [])];
  return [
    ...([type].flat().some((each) => each === 'number' || each === 'integer') ? [{ path, maximum }] : []),
    ...Object.entries(properties).flatMap(([name, each]) => walk(each, inside(name))),
    ...(typeof additionalProperties === 'object' ? walk(additionalProperties, inside('*')) : []),
    ...entries.flatMap((each) => walk(each, inside('*'))),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => (some ?? []).flatMap((each) => walk(each, path))),
  ];
}
