// Draws an island of Astro with React at once: a page that is swapped in is never seen without what is already known.
import { createElement, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';

type Slots = Readonly<Record<string, string>>;
type Props = Readonly<Record<string, unknown>>;

const roots = new WeakMap<Element, Root>();

function rootOf(island: Element): Root {
  const root = roots.get(island) ?? createRoot(island);
  if (roots.has(island)) return root;
  roots.set(island, root);
  island.addEventListener('astro:unmount', () => root.unmount(), { once: true });
  return root;
}

/** A slot is HTML of the page, which never changes. */
const slot = (html: string, name: string): ReactNode =>
  createElement('astro-slot', { name, dangerouslySetInnerHTML: { __html: html } });

/** What Astro calls for an island that has been loaded, and again when its props have changed. */
const mount =
  (island: Element) =>
  (component: ComponentType<Props>, props: Props, { default: children, ...slots }: Slots): void => {
    if (!island.hasAttribute('ssr')) return;
    const slotNodes = Object.entries(slots).map(([name, html]) => [name, slot(html, name)] as const);
    const all = { ...props, ...Object.fromEntries(slotNodes) };
    const element = createElement(component, all, children && slot(children, 'default'));
    flushSync(() => rootOf(island).render(element));
  };

// Astro asks for the default export of a renderer.
export { mount as default };
