// What React can draw for an expression in JSX, as far as one file tells: text, elements, or nothing.
import type { AST, Scope } from 'eslint';

export type Kind = 'text' | 'element' | 'nothing';

/** The fields of a syntax tree that these rules read. */
export interface SyntaxNode {
  readonly type: string;
  readonly loc: AST.SourceLocation;
  readonly name?: SyntaxNode | string;
  readonly value?: unknown;
  readonly children?: readonly SyntaxNode[];
  readonly openingElement?: SyntaxNode;
  readonly expression?: SyntaxNode;
  readonly operator?: string;
  readonly left?: SyntaxNode;
  readonly right?: SyntaxNode;
  readonly consequent?: SyntaxNode;
  readonly alternate?: SyntaxNode;
  readonly callee?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
  readonly argument?: SyntaxNode;
  readonly body?: SyntaxNode | readonly SyntaxNode[];
  readonly init?: SyntaxNode;
  readonly id?: SyntaxNode;
  readonly key?: SyntaxNode;
  readonly optional?: boolean;
  readonly typeAnnotation?: SyntaxNode;
  readonly returnType?: SyntaxNode;
  readonly typeName?: SyntaxNode;
  readonly types?: readonly SyntaxNode[];
  readonly members?: readonly SyntaxNode[];
  readonly params?: readonly SyntaxNode[];
  readonly typeArguments?: { readonly params: readonly SyntaxNode[] };
  readonly properties?: readonly SyntaxNode[];
  readonly elements?: readonly SyntaxNode[];
}

const TEXT: ReadonlySet<Kind> = new Set(['text']);
/** One element, at all times. */
export const ELEMENT: ReadonlySet<Kind> = new Set(['element']);
const NONE: ReadonlySet<Kind> = new Set();
const NOTHING: ReadonlySet<Kind> = new Set(['nothing']);
const ANY: ReadonlySet<Kind> = new Set(['text', 'element', 'nothing']);
const union = (...sets: readonly ReadonlySet<Kind>[]): ReadonlySet<Kind> => new Set(sets.flatMap((each) => [...each]));
const KINDS_OF_TYPES: Readonly<Record<string, ReadonlySet<Kind>>> = {
  ReactNode: ANY,
  ReactElement: ELEMENT,
  Elements: union(ELEMENT, NOTHING),
};

export const isBlank = (text: unknown): boolean => typeof text === 'string' && text.trim() === '';
export const nameOf = (node: SyntaxNode | undefined): string => (typeof node?.name === 'string' ? node.name : '');

/** What is not known counts as text: a call, a member, a value of another file. */
export function kindsOf(node: SyntaxNode | undefined, scope: Scope.Scope): ReadonlySet<Kind> {
  const of = (each: SyntaxNode | undefined): ReadonlySet<Kind> => kindsOf(each, scope);
  switch (node?.type) {
    case 'JSXElement':
      return ELEMENT;
    case 'JSXFragment':
      return union(...(node.children ?? []).map(of));
    case 'JSXText':
      return isBlank(node.value) ? NONE : TEXT;
    case 'JSXExpressionContainer':
      return of(node.expression);
    case 'JSXEmptyExpression':
      return NONE;
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? TEXT : NOTHING;
    case 'UnaryExpression':
      return NOTHING;
    case 'ConditionalExpression':
      return union(of(node.consequent), of(node.alternate));
    case 'LogicalExpression':
      return node.operator === '&&' ? union(of(node.right), NOTHING) : union(of(node.left), of(node.right));
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return of(node.expression);
    case 'ArrayExpression':
      return union(...(node.elements ?? []).map(of));
    case 'CallExpression':
      return kindsOfCall(node, scope);
    case 'Identifier':
      return nameOf(node) === 'undefined' ? NOTHING : kindsOfName(nameOf(node), scope);
    default:
      return TEXT;
  }
}

function kindsOfCall({ callee, arguments: given = [] }: SyntaxNode, scope: Scope.Scope): ReadonlySet<Kind> {
  if (callee?.type === 'MemberExpression' && /^(?:map|flatMap)$/.test(nameOf(callee.property)))
    return union(kindsReturned(given[0], scope), NOTHING);
  return kindsReturned(callee, scope);
}

/** What a component of the same file draws; another file's counts as elements. */
export function kindsOfComponent(name: string, scope: Scope.Scope): ReadonlySet<Kind> {
  const called = /^[A-Z]/.test(name) ? functionOf(name, scope) : undefined;
  return called ? kindsReturned(called, scope) : ELEMENT;
}

function functionOf(name: string, scope: Scope.Scope): SyntaxNode | undefined {
  const { type, node } = definitionOf(name, scope) ?? {};
  const called = type === 'Variable' ? node?.init : type === 'FunctionName' ? node : undefined;
  return called && /Function/.test(called.type) ? called : undefined;
}

/** Functions whose returns are being read, so that one that calls itself ends. */
const reading = new Set<SyntaxNode>();

/** What a function gives back, written in place or by its name in the file. */
function kindsReturned(named: SyntaxNode | undefined, scope: Scope.Scope): ReadonlySet<Kind> {
  const called = named?.type === 'Identifier' ? functionOf(nameOf(named), scope) : named;
  const body = called?.body as SyntaxNode | undefined;
  if (!called || !body) return named?.type === 'Identifier' ? kindsOfName(nameOf(named), scope) : TEXT;
  if (reading.has(called)) return NONE;
  reading.add(called);
  const returned = body.type === 'BlockStatement' ? returnsOf(body) : [body];
  const kinds = union(...returned.map((each) => kindsOf(each, scope)));
  reading.delete(called);
  return kinds;
}

function returnsOf(node: SyntaxNode | undefined): (SyntaxNode | undefined)[] {
  switch (node?.type) {
    case 'ReturnStatement':
      return [node.argument];
    case 'BlockStatement':
      return (node.body as readonly SyntaxNode[]).flatMap(returnsOf);
    case 'IfStatement':
      return [node.consequent, node.alternate].flatMap(returnsOf);
    default:
      return [];
  }
}

interface Definition {
  readonly type: string;
  readonly node: SyntaxNode;
  readonly scope: Scope.Scope;
}

function definitionOf(name: string, scope: Scope.Scope): Definition | undefined {
  for (let at: Scope.Scope | null = scope; at; at = at.upper) {
    const found = at.set.get(name)?.defs[0];
    if (found) return { type: found.type, node: found.node as unknown as SyntaxNode, scope: at };
  }
  return undefined;
}

function kindsOfName(name: string, scope: Scope.Scope): ReadonlySet<Kind> {
  const definition = definitionOf(name, scope);
  if (definition?.type === 'Variable' && definition.node.id?.type === 'Identifier')
    return kindsOf(definition.node.init, definition.scope);
  const member = definition && memberOf(destructuredType(name, definition), name, definition.scope);
  if (!member) return TEXT;
  return union(kindsOfType(member.typeAnnotation?.typeAnnotation), member.optional ? NOTHING : NONE);
}

/** The written type of the props that `name` is taken from, in the parameters or by a statement. */
function destructuredType(name: string, { type, node, scope }: Definition): SyntaxNode | undefined {
  if (type === 'Parameter') {
    const takes = (parameter: SyntaxNode): boolean =>
      parameter.properties?.some(({ key }) => nameOf(key) === name) ?? nameOf(parameter) === name;
    return node.params?.find(takes)?.typeAnnotation?.typeAnnotation;
  }
  const from = node.init?.type === 'Identifier' ? nameOf(node.init) : '';
  const props = from === '' ? undefined : definitionOf(from, scope);
  return props?.type === 'Parameter' ? destructuredType(from, props) : undefined;
}

/** The member of an interface, of a literal type, or of one of several that are joined. */
function memberOf(type: SyntaxNode | undefined, name: string, scope: Scope.Scope): SyntaxNode | undefined {
  switch (type?.type) {
    case 'TSTypeReference': {
      const [inner] = type.typeArguments?.params ?? [];
      if (/^(?:Omit|Pick|Readonly)$/.test(nameOf(type.typeName))) return memberOf(inner, name, scope);
      const declared = definitionOf(nameOf(type.typeName), scope)?.node;
      return memberIn((declared?.body as { body?: readonly SyntaxNode[] } | undefined)?.body, name);
    }
    case 'TSTypeLiteral':
      return memberIn(type.members, name);
    case 'TSIntersectionType':
      return type.types?.map((each) => memberOf(each, name, scope)).find(Boolean);
    default:
      return undefined;
  }
}

const memberIn = (members: readonly SyntaxNode[] | undefined, name: string): SyntaxNode | undefined =>
  members?.find(({ key }) => nameOf(key) === name);

function kindsOfType(type: SyntaxNode | undefined): ReadonlySet<Kind> {
  switch (type?.type) {
    case 'TSUnionType':
      return union(...(type.types ?? []).map(kindsOfType));
    case 'TSBooleanKeyword':
    case 'TSNullKeyword':
    case 'TSUndefinedKeyword':
      return NOTHING;
    case 'TSFunctionType':
      return kindsOfType(type.returnType?.typeAnnotation);
    case 'TSTypeReference':
      return KINDS_OF_TYPES[nameOf(type.typeName)] ?? TEXT;
    default:
      return TEXT;
  }
}
