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
  // The logged-in mark and busy buttons, also of a page restored from the back/forward cache.
  const reset = () => {
    root.toggleAttribute('data-member', document.cookie.includes('auth.hint=1'));
    for (const button of document.querySelectorAll('[data-idle]')) {
      button.ariaDisabled = null;
      button.textContent = button.dataset.idle;
    }
  };
  reset();
  onpageshow = reset;
  addEventListener('click', ({ target }) => {
    const link = target.closest('[data-language]');
    if (link) saveLanguage(link.dataset.language);
    if (link && isAddress && link.closest('.menu-list')) {
      link.search = location.search;
      // Computed from the location: the link's own path has changed after its first use.
      if (link.dataset.shell) link.pathname = link.dataset.shell + location.pathname.replace(/^\/(..\/)?/, '');
    }
    for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(target)) menu.open = false;
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of document.querySelectorAll('.menu[open]')) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  });
  addEventListener('submit', (event) => {
    const button = event.target.querySelector('[data-busy]');
    if (!button) return;
    // A double tap would cancel the first request, whose answer may log in.
    if (button.ariaDisabled) return event.preventDefault();
    button.ariaDisabled = true;
    button.dataset.idle = button.textContent;
    button.textContent = button.dataset.busy;
    // The visitor may have stopped the request.
    setTimeout(reset, 2e4);
  });
})();
