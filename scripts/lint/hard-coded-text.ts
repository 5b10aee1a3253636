// Lint rule: text for visitors comes from locales/, never from code.
import type { AST, Rule } from 'eslint';

const SPOKEN = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'label',
  'placeholder',
  'title',
]);
const SPOKEN_PROPERTIES = new Set([
  'textContent',
  'innerText',
  'innerHTML',
  'title',
  'alt',
  'placeholder',
  'ariaLabel',
]);
const SILENT_ELEMENTS = new Set(['script', 'style']);
const message = 'Move "{{text}}" to locales/<language>/<namespace>.json and read it through #lib/i18n.';

/** The fields of a syntax tree that this rule reads, of TypeScript, JSX and Astro files alike. */
interface SyntaxNode {
  readonly type: string;
  readonly loc: AST.SourceLocation;
  readonly parent?: SyntaxNode;
  readonly name?: SyntaxNode | string;
  readonly value?: unknown;
  readonly quasis?: readonly SyntaxNode[];
  readonly consequent?: SyntaxNode;
  readonly alternate?: SyntaxNode;
  readonly left?: SyntaxNode;
  readonly right?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly expression?: SyntaxNode;
  readonly openingElement?: SyntaxNode;
}

const hasWords = (text: string): boolean => /\p{L}/u.test(text.replace(/&(?:#\w+|\w+);/g, ''));

/** The literal texts that an expression can evaluate to: itself, or the branches of a choice. */
function literals(node: SyntaxNode | undefined): { node: SyntaxNode; text: string }[] {
  if (!node) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ node, text: node.value }] : [];
    case 'TemplateLiteral':
      return (node.quasis ?? []).map((part) => ({
        node: part,
        text: (part.value as { cooked?: string }).cooked ?? '',
      }));
    case 'ConditionalExpression':
      return [...literals(node.consequent), ...literals(node.alternate)];
    case 'LogicalExpression':
      return [...literals(node.left), ...literals(node.right)];
    case 'JSXExpressionContainer':
      return literals(node.expression);
    default:
      return [];
  }
}

const nameOf = (node: SyntaxNode | undefined): string => (typeof node?.name === 'string' ? node.name : '');
const isSilent = (node: SyntaxNode): boolean =>
  SILENT_ELEMENTS.has(nameOf(node.parent?.openingElement?.name as SyntaxNode | undefined));

export const hardCodedText: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], messages: { words: message } },
  create(context) {
    const judge = (found: readonly { node: SyntaxNode; text: string }[]): void => {
      for (const { node, text } of found.filter((each) => hasWords(each.text))) {
        context.report({
          loc: node.loc,
          messageId: 'words',
          data: { text: text.trim().replace(/\s+/g, ' ').slice(0, 40) },
        });
      }
    };
    const listener: Record<string, (node: SyntaxNode) => void> = {
      JSXText: (node) => judge(isSilent(node) ? [] : [{ node, text: String(node.value) }]),
      JSXExpressionContainer: (node) =>
        judge(/^JSX(Element|Fragment)$/.test(node.parent?.type ?? '') ? literals(node) : []),
      JSXAttribute: (node) =>
        judge(SPOKEN.has(nameOf(node.name as SyntaxNode)) ? literals(node.value as SyntaxNode) : []),
      AssignmentExpression: (node) =>
        judge(SPOKEN_PROPERTIES.has(nameOf(node.left?.property)) ? literals(node.right) : []),
    };
    return listener as unknown as Rule.RuleListener;
  },
};
