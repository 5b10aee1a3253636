// The inline script of every page: language choice, logged-in hint, busy buttons; a page's scripts are at most 2 kB as sent.
(() => {
  const root = document.documentElement;
  const cookie = (name) => (document.cookie.match(`(?:^|; )${name}=([^;]*)`) || [])[1];
  const home = root.dataset.home;
  // A page drawn in answer to a form stands at the call's address.
  const isAddress = !location.pathname.startsWith('/api/');
  if (home && root.lang.startsWith('en') && !cookie('locale') && isAddress)
    location.replace(`/${home}${location.pathname}${location.search}`);
  root.toggleAttribute('data-member', cookie('auth.hint') === '1');
  document.addEventListener('click', (event) => {
    const link = event.target.closest('[data-language]');
    if (link) document.cookie = `locale=${link.dataset.language};path=/;max-age=31536000;samesite=lax`;
    if (link && isAddress && link.closest('.menu-list')) {
      link.search = location.search;
      // Not from the link's own path, which is another once it was used.
      if (link.dataset.shell) link.pathname = link.dataset.shell + location.pathname.replace(/^\/(..\/)?/, '');
    }
    for (const menu of document.querySelectorAll('details.menu[open]'))
      if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of document.querySelectorAll('details.menu[open]')) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  });
  document.addEventListener('submit', (event) => {
    const button = event.target.querySelector('[data-busy]');
    if (!button || event.defaultPrevented) return;
    button.setAttribute('aria-disabled', 'true');
    button.dataset.idle = button.textContent;
    button.textContent = button.dataset.busy;
  });
  // Somebody who comes back to a page finds its form as it was before sending.
  addEventListener('pageshow', () => {
    for (const button of document.querySelectorAll('[data-idle]')) {
      button.removeAttribute('aria-disabled');
      button.textContent = button.dataset.idle;
    }
  });
})();
