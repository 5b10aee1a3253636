// The exported lander socialnetwork: one question, the visitor's answer as a field of the form, and labelled answers
// without counts.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { routeOf } from '#domain/routes';
import { loadSites } from '#site/load';
import { readPages } from '../support/exported-pages.ts';

const root = process.cwd();
const sites = loadSites(root);
const SPACE = 'lander-socialnetwork';
const ANSWERS = ['answer_1', 'reply_1', 'answer_2', 'answer_3', 'answer_4', 'reply_2'];

describe.each(sites.map((site) => [site.folder, site] as const))('%s', (folder, site) => {
  const pages = readPages(join(root, 'dist', folder), site).filter(
    ({ route }) => route === routeOf('landers-socialnetwork-slug'),
  );

  test('LA8 LA22: the question is the headline; a campaign has its own and keeps the question', () => {
    expect(pages).toHaveLength(site.languages.length * (1 + site.niche.campaigns.length));
    for (const { html, language, slug } of pages) {
      const texts = site.texts(language);
      const question = texts[SPACE]?.['title'];
      const headings = [...html.matchAll(/<h1[^>]*>([^<]*)<\/h1>/g)].map(([, text]) => text);
      expect(headings).toEqual([slug ? texts['campaigns']?.[`${slug}_title`] : question]);
      if (slug) expect(html).toContain(`<p class="topic-question">${question}</p>`);
    }
  });

  test('LA8: the answers are in the page, each beside a face that is labelled fictional', () => {
    for (const { html, language } of pages) {
      const texts = site.texts(language);
      const posts = html.split('<article class="post').slice(1);
      const plain = posts.map((post) => post.replace(/<svg[\s\S]*?<\/svg>/g, '').replaceAll('&#39;', "'"));
      expect(posts).toHaveLength(ANSWERS.length);
      plain.forEach((post, at) => {
        expect(post).toContain(texts[SPACE]?.[ANSWERS[at] ?? '']);
        expect(post).toContain(`<span class="label-fictional"><span>${texts['members']?.['fictional']}`);
        expect(post).toMatch(/src="\/previews\/\w+-96\.webp"/);
      });
      expect(html).not.toMatch(/<time\b|likes?["_-]|datetime=/);
    }
  });

  test('LA8 LA15: the visitor’s answer is the signup message, and all first questions are sent with it', () => {
    for (const { html } of pages) {
      const form = /<form[^>]*action="\/api\/signup-begin\.php"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
      expect(form).toMatch(
        /<textarea[^>]*name="signup_message"[^>]*placeholder="[^"]+"[^>]*data-refill="signup_message"/,
      );
      for (const name of ['gender', 'seeks', 'birth_day', 'birth_month', 'birth_year'])
        expect(form).toContain(`name="${name}"`);
      expect([...form.matchAll(/type="submit"/g)]).toHaveLength(1);
    }
  });
});

test('LA8: every niche has its own question and answers, in every language', () => {
  for (const { code } of sites[0]?.languages ?? [])
    for (const key of ['title', 'lead', ...ANSWERS])
      expect(new Set(sites.map((site) => site.texts(code)[SPACE]?.[key])).size, `${code} ${key}`).toBe(sites.length);
});
