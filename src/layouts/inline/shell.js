// The inline script of every page: language choice, logged-in hint, busy buttons; a page's scripts are at most 2 kB as sent.
(() => {
  const root = document.documentElement;
  const saveLanguage = (language) => (document.cookie = `locale=${language};path=/;max-age=31536000;samesite=lax`);
  const home = root.dataset.home;
  // A page rendered in response to a form has the API call's address.
  const isAddress = !location.pathname.startsWith('/api/');
  if (root.lang.startsWith('en') && isAddress) {
    // A static host without our server ignores the query.
    if (/[?&]locale=en/.test(location.search)) saveLanguage('en');
    else if (home && !document.cookie.includes('locale='))
      location.replace(`/${home}${location.pathname}${location.search}`);
  }
  const markMember = () => root.toggleAttribute('data-member', document.cookie.includes('auth.hint=1'));
  markMember();
  document.addEventListener('click', (event) => {
    const link = event.target.closest('[data-language]');
    if (link) saveLanguage(link.dataset.language);
    if (link && isAddress && link.closest('.menu-list')) {
      link.search = location.search;
      // Computed from the location: the link's own path has changed after its first use.
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
    // On a second submit the text is already the busy one.
    button.dataset.idle ||= button.textContent;
    button.textContent = button.dataset.busy;
  });
  // A page restored from the back/forward cache: resets busy buttons and the logged-in mark.
  addEventListener('pageshow', () => {
    markMember();
    for (const button of document.querySelectorAll('[data-idle]')) {
      button.removeAttribute('aria-disabled');
      button.textContent = button.dataset.idle;
    }
  });
})();
