// Lint rule: changing text beside other children has an element of its own. A browser's translator moves text nodes, and
// React then fails to remove such a node or to insert before it.
import type { Rule, Scope } from 'eslint';
import { ELEMENT, isBlank, kindsOf, kindsOfComponent, type Kind, nameOf, type SyntaxNode } from './rendered-kinds.ts';

const message = 'Text that changes stands alone in its element: give it a <span> of its own.';

/** Translators put no elements into these. */
const PLAIN_ELEMENTS = new Set(['option', 'title', 'textarea']);

interface Child {
  readonly node: SyntaxNode;
  readonly kinds: ReadonlySet<Kind>;
  /** Whether it is there at all times, and always the same. */
  readonly isFixed: boolean;
}

/** What a child can be drawn as; null for white space, which translators leave alone. */
function childOf(node: SyntaxNode, scope: Scope.Scope): Child | null {
  const isFixed = node.type === 'JSXText' || node.expression?.type === 'Literal';
  if (isFixed && isBlank(node.value ?? node.expression?.value)) return null;
  const kinds = node.type === 'JSXElement' ? kindsOfComponent(nameOf(elementName(node)), scope) : kindsOf(node, scope);
  return kinds.size > 0 ? { node, kinds, isFixed: isFixed || kinds === ELEMENT } : null;
}

const elementName = ({ openingElement }: SyntaxNode): SyntaxNode | undefined =>
  openingElement?.name as SyntaxNode | undefined;

const comesAndGoes = ({ kinds, isFixed }: Child): boolean => !isFixed && (kinds.has('nothing') || kinds.has('element'));

/** Whether the text moves by itself, or something beside it comes and goes. */
function isMisplaced(child: Child, others: readonly Child[]): boolean {
  if (!child.kinds.has('text') || others.length === 0) return false;
  if (others.some(comesAndGoes)) return true;
  return !child.isFixed && (comesAndGoes(child) || others.some(({ kinds }) => kinds.has('element')));
}

export const loneText: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], messages: { beside: message } },
  create(context) {
    const judge = (parent: SyntaxNode): void => {
      if (PLAIN_ELEMENTS.has(nameOf(elementName(parent)))) return;
      const scope = context.sourceCode.getScope(parent as unknown as Parameters<typeof context.sourceCode.getScope>[0]);
      const children = (parent.children ?? []).flatMap((node) => childOf(node, scope) ?? []);
      for (const child of children) {
        const others = children.filter((each) => each !== child);
        if (isMisplaced(child, others)) context.report({ loc: child.node.loc, messageId: 'beside' });
      }
    };
    const listener: Record<string, (node: SyntaxNode) => void> = { JSXElement: judge, JSXFragment: judge };
    return listener as unknown as Rule.RuleListener;
  },
};
