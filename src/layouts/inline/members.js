// The members area's own inline script: who is not logged in goes to the login page before anything is drawn.
(() => {
  const isMember = () => /(^|; )auth\.hint=1(;|$)/.test(document.cookie);
  const { login } = document.documentElement.dataset;
  const { pathname, search } = location;
  // The query stands beside it as well: the login page, with a script or without, reads the traffic source there. The first `to` counts.
  if (login && !isMember())
    location.replace(`${login}?to=${encodeURIComponent(pathname + search)}${search.replace('?', '&')}`);
  // Who has joined needs the traffic source no more; on public pages src/layouts/inline/visitor.js forgets it.
  try {
    if (isMember()) delete localStorage.tracking;
  } catch {}
  // A browser may keep a page that is left, and show it again on the way back: it stays hidden until its session is known to live.
  // Islands whose session lives answer `restored` (src/lib/restored.ts); what answers nothing any more is loaded anew.
  const wasMember = isMember();
  const { style } = document.documentElement;
  addEventListener('pagehide', () => {
    if (wasMember) style.visibility = 'hidden';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || (!wasMember && !isMember())) return;
    if (!wasMember || !isMember() || dispatchEvent(new Event('restored', { cancelable: true }))) location.reload();
  });
  // A change of page puts the next page's marks in place of what src/layouts/inline/shell.js said.
  document.addEventListener('astro:after-swap', () => {
    document.documentElement.toggleAttribute('data-member', isMember());
  });
})();
