// The inline script of every page: language choice, logged-in hint, busy buttons; a page's scripts are at most 2 kB as sent.
(() => {
  const root = document.documentElement;
  const choose = (language) => (document.cookie = `locale=${language};path=/;max-age=31536000;samesite=lax`);
  const home = root.dataset.home;
  // A page drawn in answer to a form stands at the call's address.
  const isAddress = !location.pathname.startsWith('/api/');
  if (root.lang.startsWith('en') && isAddress) {
    // A host without our server reads no choice out of an address.
    if (/[?&]locale=en/.test(location.search)) choose('en');
    else if (home && !document.cookie.includes('locale='))
      location.replace(`/${home}${location.pathname}${location.search}`);
  }
  const sayWhoComes = () => root.toggleAttribute('data-member', document.cookie.includes('auth.hint=1'));
  sayWhoComes();
  document.addEventListener('click', (event) => {
    const link = event.target.closest('[data-language]');
    if (link) choose(link.dataset.language);
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
    // Pressed twice it is busy already.
    button.dataset.idle ||= button.textContent;
    button.textContent = button.dataset.busy;
  });
  // Somebody who comes back to a page finds its form as it was before sending, and themselves logged in or out as they are now.
  addEventListener('pageshow', () => {
    sayWhoComes();
    for (const button of document.querySelectorAll('[data-idle]')) {
      button.removeAttribute('aria-disabled');
      button.textContent = button.dataset.idle;
    }
  });
})();
