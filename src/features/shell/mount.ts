// Our client renderer for React islands: renders synchronously, so that a new page is never painted without its islands.
import { createElement, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { IslandBoundary } from './IslandBoundary.tsx';

type Slots = Readonly<Record<string, string>>;
type Props = Readonly<Record<string, unknown>>;

const roots = new WeakMap<Element, Root>();

function rootOf(island: Element): Root {
  const root = roots.get(island) ?? createRoot(island, { onCaughtError: reportError });
  if (roots.has(island)) return root;
  roots.set(island, root);
  island.addEventListener('astro:unmount', () => root.unmount(), { once: true });
  return root;
}

/** A slot is static HTML of the page. */
const slot = (html: string, name: string): ReactNode =>
  createElement('astro-slot', { name, dangerouslySetInnerHTML: { __html: html } });

/** Astro calls it when an island has loaded and when its props change. */
const mount =
  (island: Element) =>
  (component: ComponentType<Props>, props: Props, { default: children, ...slots }: Slots): void => {
    if (!island.hasAttribute('ssr')) return;
    const slotNodes = Object.entries(slots).map(([name, html]) => [name, slot(html, name)] as const);
    const all = { ...props, ...Object.fromEntries(slotNodes) };
    const element = createElement(component, all, children && slot(children, 'default'));
    flushSync(() => rootOf(island).render(createElement(IslandBoundary, { island, children: element })));
  };

// Astro requires a default export.
export { mount as default };
