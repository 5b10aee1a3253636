// Lets one change of page cut off another without an error: the router skips the running view transition then.

/**
 * Hears out `ready` of every view transition, which rejects when there is no animation after all: the next change of page
 * came first, or the tab is hidden. The router does not listen to it. A fault in the change itself also rejects
 * `updateCallbackDone` and is still reported from there.
 */
export function allowSkippedTransitions(page: Document): void {
  if (!('startViewTransition' in page)) return;
  const start = page.startViewTransition.bind(page);
  page.startViewTransition = (change) => {
    const transition = start(change);
    transition.ready.catch(() => undefined);
    return transition;
  };
}
