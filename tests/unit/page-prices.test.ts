// What finds amounts of another currency on a page is seen to find planted ones.
import { expect, test } from 'vitest';
import { priceFaults } from '../support/page-prices.ts';

const prices = (of: object): string => `<script type="application/json" data-prices>${JSON.stringify(of)}</script>`;

test('a page with fixed amounts, or with those of another currency, is found', () => {
  const pages = {
    right: `<main>From £0.75<script>{{code}}</script></main>${prices({ home: ['£0.75'], US: ['$0.98'], CH: ['CHF 0.90'] })}`,
    fixed: `<main>From £0.75, in New York $0.98</main>${prices({ home: ['£0.75'] })}`,
    wrong: `<main>From <b>£0.75</b></main>${prices({ home: ['£0.75'], US: ['€0.88'] })}`,
    table: '<main><details><summary>Euro</summary><table class="price-table">€ 9</table></details></main>',
  };
  expect(Object.entries(pages).flatMap(([name, html]) => priceFaults(name, html))).toEqual([
    expect.stringMatching(/^fixed: shows \$0\.98/),
    expect.stringMatching(/^wrong: shows €0\.88 in US/),
  ]);
});
