// What axe finds on a page.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rule and element of each accessibility fault of the page as it stands. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await endOfAnimations(page);
  const faults = await analyze(page);
  if (!faults.some(isOfSize)) return faults;
  // The bar at the top covers a part of what is scrolled below it: a small target is one at the top too.
  await page.evaluate(() => scrollTo(0, 0));
  const atTop = await analyze(page);
  return faults.filter((fault) => !isOfSize(fault) || atTop.includes(fault));
}

const isOfSize = (fault: string): boolean => fault.startsWith('target-size:');

const endOfAnimations = (page: Page) =>
  page.evaluate(() => {
    // Animations that are scroll-driven, paused, hidden or infinite never end.
    const ending = document
      .getAnimations()
      .filter(({ timeline, playState }) => timeline === document.timeline && playState === 'running')
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });

async function analyze(page: Page): Promise<string[]> {
  // The other mode opens a page of its own each time, for frames from other hosts: there are none.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
