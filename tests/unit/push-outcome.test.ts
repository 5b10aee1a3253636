// What each answer of a push service means for the device.
import { expect, test } from 'vitest';
import { outcomeOf } from '#server/push/outcome';

const GOOGLE = 'fcm.googleapis.com';

test('DE110 PU3: a push is told, tried later, refused, or its device is gone, by the status of the answer', () => {
  const by = (outcome: string, ...statuses: number[]) => statuses.map((status) => [status, outcome] as const);
  for (const [status, outcome] of [
    ...by('sent', 200, 201, 202, 204),
    ...by('gone', 401, 403, 404, 410),
    ...by('later', 429, 500, 502, 503, 504),
    ...by('refused', 0, 301, 302, 400, 402, 405, 413),
  ])
    expect([status, outcomeOf(status, GOOGLE)]).toEqual([status, outcome]);
});

test('DE110 PU3: Apple answers 400 to another key, and others to a request that is wrong', () => {
  expect(outcomeOf(400, 'web.push.apple.com')).toBe('gone');
  for (const other of [GOOGLE, 'updates.push.services.mozilla.com', 'push.apple.com.elsewhere.example'])
    expect([other, outcomeOf(400, other)]).toEqual([other, 'refused']);
});
