// The browser whose help is shown when notifications are blocked, by what browsers say of themselves.
import { expect, test } from 'vitest';
import { browserKind } from '#lib/browser-kind';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const KIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test('PU4: each browser is known by its name, an iPad also as the Mac that it claims to be', () => {
  const cases: [string, string, number?][] = [
    [
      'chrome',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ],
    ['chrome', `${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
    [
      'android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      5,
    ],
    ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'],
    ['firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0', 5],
    ['safari', `${MAC} ${KIT} Version/18.5 Safari/605.1.15`],
    ['ios', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${KIT} Version/18.5 Mobile/15E148 Safari/604.1`, 5],
    ['ios', `${MAC} ${KIT} Version/18.5 Safari/605.1.15`, 5],
    ['unknown', 'curl/8.0'],
  ];
  for (const [kind, userAgent, maxTouchPoints = 0] of cases)
    expect([userAgent, browserKind({ userAgent, maxTouchPoints })]).toEqual([userAgent, kind]);
});
