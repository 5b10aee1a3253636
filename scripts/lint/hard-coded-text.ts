// Lint rule: words a visitor can read or hear come from locales/, never from code.
import type { TSESTree } from '@typescript-eslint/utils';
import type { Rule } from 'eslint';

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

type Node = TSESTree.Node;

const hasWords = (text: string): boolean => /\p{L}/u.test(text.replace(/&(?:#\w+|\w+);/g, ''));

/** The literal texts an expression can turn out to be: itself, or the branches of a choice. */
function literals(node: Node): { node: Node; text: string }[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ node, text: node.value }] : [];
    case 'TemplateLiteral':
      return node.quasis.map((part) => ({ node: part, text: part.value.cooked ?? '' }));
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

const attributeName = (node: TSESTree.JSXAttribute): string =>
  node.name.type === 'JSXIdentifier' ? node.name.name : '';

function isSilent(node: Node): boolean {
  const parent = node.parent;
  if (parent?.type !== 'JSXElement') return false;
  const { name } = parent.openingElement;
  return name.type === 'JSXIdentifier' && SILENT_ELEMENTS.has(name.name);
}

export const hardCodedText: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], messages: { words: message } },
  create(context) {
    const judge = (found: { node: Node; text: string }[]): void => {
      for (const { node, text } of found) {
        if (!hasWords(text)) continue;
        context.report({
          loc: node.loc,
          messageId: 'words',
          data: { text: text.trim().replace(/\s+/g, ' ').slice(0, 40) },
        });
      }
    };
    const listener: Record<string, (node: Node) => void> = {
      JSXText: (node: Node) =>
        node.type === 'JSXText' && !isSilent(node) ? judge([{ node, text: node.value }]) : undefined,
      JSXExpressionContainer: (node: Node) => {
        if (node.parent?.type === 'JSXElement' || node.parent?.type === 'JSXFragment') judge(literals(node));
      },
      JSXAttribute: (node: Node) => {
        if (node.type === 'JSXAttribute' && node.value && SPOKEN.has(attributeName(node))) judge(literals(node.value));
      },
      AssignmentExpression: (node: Node) => {
        if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return;
        const { property } = node.left;
        if (property.type === 'Identifier' && SPOKEN_PROPERTIES.has(property.name)) judge(literals(node.right));
      },
    };
    return listener as Rule.RuleListener;
  },
};
