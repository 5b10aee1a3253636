// The exported lander video: poster in the document, a film without autoplay, chapters, captions, a transcript, the
// first step.
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { chapterStarts, filmLength, lineTimes } from '#domain/film';
import { countOf, exported, exportedFile, inHtml, landerPages, type LanderPage } from '../support/lander-pages.ts';

let pages: LanderPage[];
beforeAll(() => {
  pages = landerPages('video');
});
const own = (page: LanderPage): Readonly<Record<string, string>> => page.words['lander-video'] ?? {};

describe('LA10: /landers/video', () => {
  test('each niche tells its own film, in each language', () => {
    for (const page of pages) {
      expect(countOf(page.html, /<h1[ >]/g)).toBe(1);
      expect(page.html).toContain(inHtml(own(page)['title']));
      expect(page.html).toContain('action="/api/signup-begin.php"');
      expect(page.html).toContain('name="birth_year"');
    }
    for (const key of ['title', 'line_3']) {
      const told = pages.map((page) => own(page)[key]);
      expect(new Set(told).size).toBeGreaterThan(pages.length * 0.9);
    }
  });

  test('the poster is in the document; the film neither loads nor starts by itself, and it has native controls', () => {
    for (const { html } of pages) {
      const [film = ''] = /<video[^>]*>/.exec(html) ?? [];
      expect(film).toMatch(/ poster="data:image\/avif;base64,/);
      expect(film).toContain(' preload="none"');
      for (const word of ['controls', 'playsinline']) expect(film).toContain(` ${word}`);
      expect(film).not.toContain('autoplay');
      expect(html).toMatch(/<button class="watch"[^>]* hidden/);
    }
  });

  test('two silent files of at most 350 kB: one for all browsers, one for Safari', () => {
    for (const site of new Set(pages.map((page) => page.site))) {
      const [webm, mp4] = ['webm', 'mp4'].map((ending) => exportedFile(site, `film/film.${ending}`));
      for (const file of [webm, mp4]) expect(file?.length).toBeLessThanOrEqual(350_000);
      expect(webm?.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
      expect(mp4?.subarray(4, 8).toString()).toBe('ftyp');
      // A sound track would have a handler and a codec.
      expect(mp4?.includes('soun') || mp4?.includes('mp4a') || webm?.includes('A_OPUS')).toBe(false);
      // The index precedes the frames, so that the film plays while it loads.
      expect(mp4?.indexOf('moov')).toBeLessThan(mp4?.indexOf('mdat') ?? 0);
    }
  });

  test('captions in all languages; the page’s own is the default, and none is preloaded', () => {
    for (const page of pages) {
      const tracks = [...page.html.matchAll(/<track([^>]*)>/g)].map((match) => match[1] ?? '');
      expect(tracks).toHaveLength(page.site.languages.length);
      expect(tracks[0]).toContain(`srclang="${page.language}"`);
      expect(tracks.filter((track) => / default/.test(track))).toEqual([]);
      const vtt = exportedFile(page.site, `film/${page.language}.vtt`).toString();
      expect(vtt.startsWith('WEBVTT\n\n')).toBe(true);
      const cues = [...vtt.matchAll(/^00:00:(\d\d\.\d{3}) --> 00:00:(\d\d\.\d{3})\n(.+)$/gm)];
      expect(cues.map((cue) => cue[3])).toEqual(lineTimes.map((_, at) => own(page)[`line_${at + 1}`]));
      const moments = cues.flatMap((cue) => [Number(cue[1]), Number(cue[2])]);
      expect(moments).toEqual([...moments].sort((a, b) => a - b));
      expect(Math.max(...moments)).toBeLessThanOrEqual(filmLength);
    }
  });

  test('chapters seek the film, and the transcript has the text of all captions', () => {
    for (const { html, ...page } of pages) {
      const starts = [...html.matchAll(/href="\/film\/film\.mp4#t=([\d.]+)"/g)].map((match) => Number(match[1]));
      expect(starts).toEqual(chapterStarts);
      const [transcript = ''] = /<details class="transcript"[\s\S]*?<\/details>/.exec(html) ?? [];
      for (const at of lineTimes.keys())
        expect(transcript).toContain(inHtml(page.words['lander-video']?.[`line_${at + 1}`]));
    }
  });

  test('only pages that have a film may play one', () => {
    const [site] = pages.map((page) => page.site);
    if (!site) throw new Error('There are no niches.');
    const file = join(process.cwd(), 'dist', 'hosting', site.folder, 'headers.json');
    const { policies } = JSON.parse(readFileSync(file, 'utf8')) as { policies: { pages: Record<string, string> } };
    expect(policies.pages['landers/video.html']).toContain("media-src 'self'");
    expect(policies.pages['index.html']).not.toContain('media-src');
  });

  test('a campaign brings its own headline, button and accent', () => {
    const campaign = pages[0]?.site.niche.campaigns[0];
    if (!campaign) throw new Error('The first niche has no campaign.');
    const [page] = landerPages('video', campaign.slug);
    expect(page?.html).toContain(inHtml(page?.words['campaigns']?.[`${campaign.slug}_title`]));
    expect(page?.html).toContain(inHtml(page?.words['campaigns']?.[`${campaign.slug}_action`]));
    expect(page?.html).toMatch(new RegExp(`<body class="[^"]*accent-${campaign.accent}`));
  });

  test('every file that a page names exists', () => {
    for (const { html, site } of pages)
      for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/film\/[^"#]+)/g))
        expect(exported(site, path)).toBe(true);
  });
});
