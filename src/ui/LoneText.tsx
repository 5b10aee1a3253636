// Text in an element of its own: a browser's translator moves text nodes, which React could then not remove.
import { Children, type ReactElement, type ReactNode } from 'react';

/** What may stand beside other children: it is never text. */
export type Elements = ReactElement | false | null | undefined | readonly Elements[];

const isText = (child: ReactNode): boolean => typeof child === 'string' || typeof child === 'number';

/** Draws the children of a component that has more beside them. Text among elements has its own where it is written. */
export const LoneText = ({ children }: { children: ReactNode }) =>
  Children.toArray(children).every(isText) ? <span>{children}</span> : children;
