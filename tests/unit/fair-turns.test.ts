// Turns in which pictures are made.
import { expect, test } from 'vitest';
import { fairTurns } from '#server/media/fair-turns';

test('PR4: works run one at a time, and a member with many does not keep the others waiting', async () => {
  const turns = fairTurns();
  const done: string[] = [];
  let running = 0;
  const add = (who: string, name: string): Promise<void> =>
    turns.run(who, async () => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      done.push(name);
    });
  await Promise.all([add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('c', 'c1'), add('b', 'b2')]);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('PR4: a work that fails fails for its own member only', async () => {
  const turns = fairTurns();
  const broken = turns.run('a', () => Promise.reject(new Error('broken')));
  const next = turns.run('a', () => Promise.resolve('made'));
  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('made');
});
