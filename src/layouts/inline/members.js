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
  // A navigation replaces the attributes of <html>, including the one set by src/layouts/inline/shell.js.
  document.addEventListener('astro:after-swap', () => {
    document.documentElement.toggleAttribute('data-member', isMember());
  });
})();
