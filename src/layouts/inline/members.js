// The inline script of members pages: redirects visitors to the login page before the first paint.
(() => {
  const isMember = () => /(^|; )auth\.hint=1(;|$)/.test(document.cookie);
  const { login } = document.documentElement.dataset;
  const { pathname, search } = location;
  // The query is also appended: the login page reads the traffic source from it. The first `to` counts.
  if (login && !isMember())
    location.replace(`${login}?to=${encodeURIComponent(pathname + search)}${search.replace('?', '&')}`);
  // Members need no traffic source; on public pages src/layouts/inline/visitor.js deletes it.
  try {
    if (isMember()) delete localStorage.tracking;
  } catch {}
  // The space of the banners that are expected (src/lib/banner-space.ts).
  try {
    const [width, height] = JSON.parse(localStorage['kept:banners'])[document.documentElement.dataset.alerts].split(
      ' ',
    );
    if (+width === innerWidth) document.documentElement.style.setProperty('--banners', `${height}px`);
  } catch {}
  // The discreet icon and name, if chosen (src/stores/discreet.ts), before the browser reads the manifest.
  const dress = () => {
    let isDiscreet;
    try {
      isDiscreet = localStorage['kept:discreet'];
    } catch {}
    // Only what changes: a navigation keeps what is the same on both pages.
    for (const link of document.querySelectorAll(isDiscreet ? '[data-discreet]' : '[data-plain]')) {
      const { dataset } = link;
      dataset.plain ??= link.getAttribute('href');
      link.href = isDiscreet ? dataset.discreet : dataset.plain;
      if (!isDiscreet) delete dataset.plain;
    }
  };
  dress();
  document.addEventListener('discreet', dress);
  // A page restored from the back/forward cache stays hidden until its session is checked: islands handle `restored`
  // (src/lib/restored.ts), and a page without a handler reloads.
  const wasMember = isMember();
  const { style } = document.documentElement;
  addEventListener('pagehide', () => {
    if (wasMember) style.visibility = 'hidden';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || (!wasMember && !isMember())) return;
    if (!wasMember || !isMember() || dispatchEvent(new Event('restored', { cancelable: true }))) location.reload();
  });
  // Sent by an island that cannot load, as after a deployment (requirement SH30): the page is loaded again, once a minute in a
  // tab. Not in the shell, whose own script can be gone. Never without the server, and not once something may have been typed:
  // with the shell, without which no other island gets its data, and an island of the content.
  document.addEventListener('astro:hydration-error', async ({ target }) => {
    const isShell = target.dataset.astroTransitionPersist === 'shell';
    try {
      const isAgain = Date.now() - (sessionStorage['kept:reloaded'] ?? 0) < 60_000;
      if (!isAgain && (isShell || !document.querySelector('main astro-island:not([ssr])'))) {
        await fetch(location, { method: 'HEAD' });
        sessionStorage['kept:reloaded'] = Date.now();
        return location.reload();
      }
    } catch {}
    const place = isShell ? document.querySelector('main') : target.closest('main') && target;
    place?.replaceChildren(document.getElementById('island-failed').content.cloneNode(true));
  });
  // The paragraph of the footer for members in one country.
  const showCountry = () => {
    const [opening] = performance.getEntriesByType('navigation');
    const country = opening?.serverTiming?.find(({ name }) => name === 'country')?.description || 'XX';
    document.querySelector(`[data-country=${country}]`)?.removeAttribute('hidden');
  };
  document.addEventListener('DOMContentLoaded', showCountry);
  // The way back of the installed app. The length of the history counts what lies ahead as well.
  const isApp = matchMedia('(display-mode: standalone)').matches;
  const hasPast = () => window.navigation?.canGoBack ?? history.length > 1;
  const showBack = () => document.documentElement.toggleAttribute('data-back', isApp && hasPast());
  showBack();
  document.addEventListener('click', ({ target }) => target.closest('.app-back') && history.back());
  // A navigation replaces the attributes of <html>, including the one set by src/layouts/inline/shell.js.
  document.addEventListener('astro:after-swap', () => {
    dress();
    showCountry();
    showBack();
    document.documentElement.toggleAttribute('data-member', isMember());
  });
})();
