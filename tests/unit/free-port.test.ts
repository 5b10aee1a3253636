// Ports that tests ask for: none is given twice, also when the first one was not opened yet.
import { expect, test } from 'vitest';
import { freePort } from '#scripts/testing/free-port';

test('of many ports no two are equal', async () => {
  const ports: number[] = [];
  for (let at = 0; at < 500; at += 1) ports.push(await freePort());
  expect(ports.filter((port, at) => ports.indexOf(port) !== at)).toEqual([]);
});
