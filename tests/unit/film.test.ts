// The film's times, and the animation of a scene: layers, light and camera.
import { describe, expect, test } from 'vitest';
import { chapterStarts, FILM, filmLength, filmMoment, lineTimes } from '#domain/film';
import { cameraAt, sceneAt, shotAt } from '#scripts/art/motion';

describe('LA10: the times of the film', () => {
  test('captions follow each other, two in each chapter, none beyond the end', () => {
    expect(lineTimes).toHaveLength(FILM.chapters * FILM.lines);
    for (const [at, { from, to }] of lineTimes.entries()) {
      expect(to - from).toBeGreaterThan(1.5);
      expect(from).toBeGreaterThan(lineTimes[at - 1]?.to ?? 0);
      expect(from).toBeGreaterThan(chapterStarts[Math.floor(at / FILM.lines)] ?? 0);
    }
    expect(lineTimes.at(-1)?.to).toBeLessThan(filmLength);
  });

  test('a time is in the format of WebVTT', () => {
    expect([0, 4.5, 9.25, 61.005].map(filmMoment)).toEqual([
      '00:00:00.000',
      '00:00:04.500',
      '00:00:09.250',
      '00:01:01.005',
    ]);
  });
});

describe('LA9 LA10: a scene in motion', () => {
  const scene = (group: string): string =>
    `<svg width="720" height="900" viewBox="0 0 720 900" data-from="0 100 720" data-to="60 200 600"><g ${group}><path/></g></svg>`;

  test('nothing has moved at its beginning', () => {
    expect(sceneAt(scene('data-depth="1" data-drift="30 -20" data-turn="45 10 20"'), 0)).toContain(
      '<g transform="translate(0 0)scale(1)rotate(0 10 20)"><path/>',
    );
  });

  test('near layers grow more than far ones; drift and turn are complete at the end', () => {
    expect(sceneAt(scene('data-depth="0"'), 1)).toContain('scale(1)"');
    expect(sceneAt(scene('data-depth="1"'), 1)).toContain('scale(1.12)"');
    expect(sceneAt(scene('data-drift="30 -20"'), 1)).toContain('translate(30 -20)');
    expect(sceneAt(scene('data-turn="45 10 20"'), 0.5)).toContain('rotate(22.5 10 20)');
  });

  test('light fades and flickers, and never beyond its share', () => {
    expect(sceneAt(scene('data-fade="1 .5"'), 1)).toContain('opacity="0.5"');
    for (const at of [0.1, 0.3, 0.7]) {
      const opacity = Number(/opacity="([^"]+)"/.exec(sceneAt(scene('data-flicker=".2"'), at))?.[1]);
      expect(opacity).toBeGreaterThanOrEqual(0.8);
      expect(opacity).toBeLessThan(1);
    }
  });

  test('the camera moves from one part of the drawing to the other', () => {
    expect(cameraAt(scene(''), 0, 4 / 3)).toEqual({ x: 0, y: 100, width: 720, height: 540 });
    expect(cameraAt(scene(''), 1, 4 / 3)).toEqual({ x: 60, y: 200, width: 600, height: 450 });
    expect(shotAt(scene(''), 1, 640, 4 / 3)).toContain('width="640" height="480" viewBox="60 200 600 450">');
  });
});
