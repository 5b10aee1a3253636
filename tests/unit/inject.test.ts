// Values that the server writes into an exported page: errors beside their fields, typed values, the link's token; and
// addresses in another language.
import { describe, expect, test } from 'vitest';
import { localizeAddress } from '#server/http/language-cookie';
import { originOf, pageUrl } from '#server/http/site-origins';
import { fillForm, fillValues } from '#server/static/inject';
import { sites } from '../support/server.ts';

const page = `<form><p class="form-error" role="alert" data-form-error></p>
<input type="hidden" name="return_to" data-refill="return_to" value="/members"/>
<input class="input" id="name" name="name" placeholder="your name here" aria-describedby="name-hint" data-refill="name">
<p class="field-error" data-field-error="name" hidden></p>
<select id="d" name="birth_day" data-refill="birth_day"><option value=""></option><option value="1">1</option><option value="11">11</option></select>
<p id="old" class="field-error" data-field-error="date_of_birth"></p>
<select name="country" data-refill="country"><option value="NL" selected>NL</option><option value="DE">DE</option></select>
<input type="radio" name="gender" value="male" data-refill-choice="gender" checked><input type="radio" name="gender" value="female" data-refill-choice="gender">
<input type="checkbox" name="terms" value="yes" data-refill-choice="terms" required>
<textarea name="signup_message" data-refill="signup_message">old</textarea>
<input type="password" name="password"><p class="field-error" data-field-error="password"></p></form>`;

describe('forms', () => {
  test('SG32 SG14: errors are beside their fields and associated with them', () => {
    const html = fillForm(page, 'Check & mend', { name: 'Not <that>', password: 'Too "short"' }, {});
    expect(html).toContain('data-form-error>Check &#38; mend</p>');
    expect(html).toContain('<p class="field-error" data-field-error="name" id="error-name">Not &#60;that&#62;</p>');
    expect(html).toMatch(
      /<input[^>]*placeholder="your name here"[^>]*aria-describedby="name-hint error-name" aria-invalid="true" autofocus>/,
    );
    expect(html).toContain(
      '<input type="password" name="password" aria-describedby="error-password" aria-invalid="true">',
    );
    expect(html.match(/aria-invalid/g)).toHaveLength(2);
    expect(html.match(/autofocus/g)).toHaveLength(1);
    expect(html).toContain('value="/members"/>');
  });

  test('SG17 SG18: an error in a part of a date is shown at the whole date', () => {
    for (const field of ['birth_day', 'date_of_birth']) {
      const html = fillForm(page, '', { [field]: 'When?' }, {});
      expect(html).toContain(
        '<p class="field-error" data-field-error="date_of_birth" id="error-date_of_birth">When?</p>',
      );
      expect(html).toMatch(/<select id="d"[^>]*aria-describedby="error-date_of_birth" aria-invalid="true" autofocus>/);
    }
  });

  test('SG32: a form without a refused field opens at its own error, and one without an error at the top', () => {
    expect(fillForm(page, 'Too often', {}, {})).toContain('data-form-error autofocus>Too often</p>');
    expect(fillForm(page, '', {}, { name: 'Anna' })).not.toContain('autofocus');
  });

  test('SG32 F2: typed values return in every kind of field, and never as markup', () => {
    const evil = '"><script>alert(1)</script>';
    const html = fillValues(page, {
      name: evil,
      return_to: evil,
      birth_day: '11',
      country: 'DE',
      gender: 'female',
      terms: 'yes',
      signup_message: `${evil}</textarea>`,
      password: 'secret',
    });
    expect(html).not.toMatch(/<script|secret|<\/textarea><\/textarea>/);
    expect(html).toContain('value="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;"');
    expect(html).toContain('<option value="11" selected>');
    expect(html).toContain('<option value="NL">NL</option><option value="DE" selected>');
    expect(html).toContain('value="male" data-refill-choice="gender">');
    expect(html).toContain('value="female" data-refill-choice="gender" checked>');
    expect(html).toMatch(/name="terms"[^>]* checked>/);
    expect(html).toContain('>&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#60;/textarea&#62;</textarea>');
  });

  test('LA6 SG32: each checked box of a list returns, and no other', () => {
    const tick = (value: string): string =>
      `<input type="checkbox" name="interests[]" value="${value}" data-refill-choice="interests">`;
    const list = ['art', 'books', 'board_games', 'cats'].map(tick).join('');
    const ticked = (html: string): (string | undefined)[] =>
      [...html.matchAll(/value="(\w+)"[^>]* checked>/g)].map(([, value]) => value);
    expect(ticked(fillForm(list, '', {}, { interests: 'cats,board_games,nonsense' }))).toEqual(['board_games', 'cats']);
    expect(ticked(fillValues(list, { interests: 'books' }))).toEqual(['books']);
    expect(fillValues(list, {})).toBe(list);
    // A single choice is no list: a comma in it separates nothing.
    expect(ticked(fillValues(list.replaceAll('[]', ''), { interests: 'cats,books' }))).toEqual([]);
  });

  test('SG32: fields without a value stay as they are in the page', () => {
    expect(fillForm(page, '', {}, {})).toBe(page);
    expect(fillValues(page, { signup_message: '$& $1' })).toContain('>$&#38; $1</textarea>');
  });

  test('AU26: the token of a link is written into its form', () => {
    expect(fillValues('<input type="hidden" name="token" data-refill="token">', { token: 'abc' })).toBe(
      '<input type="hidden" name="token" data-refill="token" value="abc">',
    );
  });
});

describe('addresses', () => {
  const languages = ['en', 'nl', 'de'];
  test.each([
    ['/members', 'nl', '/nl/members'],
    ['/nl/members', 'en', '/members'],
    ['/nl/members/x?y=/nl/z#a?b', 'de', '/de/members/x?y=/nl/z#a?b'],
    ['/', 'nl', '/nl'],
    ['/nl', 'en', '/'],
    ['/somewhere', 'nl', '/somewhere'],
  ])('DB20: %s in %s is %s', (address, language, expected) =>
    expect(localizeAddress(address, language, languages)).toBe(expected),
  );

  test('C11: a mailed link leads to the public origin, the niche’s domain, or its local name', () => {
    const [one, two] = sites;
    if (!one || !two) throw new Error('There are too few sites.');
    const config = { mode: 'production', publicOrigin: 'https://www.one.example', port: 4321 } as const;
    expect(originOf({ sites: [one], config }, one)).toBe('https://www.one.example');
    expect(originOf({ sites: [one, two], config }, two)).toBe(`https://${two.siteSettings.domain}`);
    const local = { mode: 'development', publicOrigin: null, port: 4321 } as const;
    expect(originOf({ sites, config: local }, two)).toBe(`http://${two.folder}.localhost:4321`);
    expect(originOf({ sites, config: { ...local, publicOrigin: `http://${one.folder}.localhost:5000` } }, one)).toBe(
      `http://${one.folder}.localhost:5000`,
    );
    expect(pageUrl({ sites, config: local }, one, 'activate-done', 'nl')).toBe(
      `http://${one.folder}.localhost:4321/nl/activate/done`,
    );
  });
});
