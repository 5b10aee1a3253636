// The visitors' inline script: entry warning, the traffic source from page to page, and the question whether it may be kept.
(() => {
  let store = {};
  try {
    store = localStorage;
  } catch {}
  const query = new URLSearchParams(location.search);
  const warn = () => {
    const dialog = document.querySelector('[data-entry]');
    if (query.get('entry') === 'embedded') store.entry = Date.now();
    if (!dialog || dialog.open || store.entry) return;
    const { serverTiming = [] } = performance.getEntriesByType('navigation')[0] || {};
    const country = serverTiming.find(({ name }) => name === 'country')?.description || 'XX';
    if (dialog.dataset.entry && !dialog.dataset.entry.includes(country)) return;
    dialog.oncancel = (event) => event.preventDefault();
    dialog.onkeydown = (event) => event.key === 'Escape' && event.preventDefault();
    dialog.onclose = () => (store.entry = Date.now());
    dialog.showModal();
  };
  warn();
  document.addEventListener('astro:page-load', warn);
  const bar = document.querySelector('[data-consent-bar]');
  if (!bar) return;
  // Once the first screen is drawn, pictures that wait for it come (src/styles/_later.scss).
  const { dataset } = document.documentElement;
  const comeLater = () => (dataset.drawn = '');
  setTimeout(comeLater, 2000);
  new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach(comeLater)).observe({
    type: 'paint',
    buffered: true,
  });
  // Pictures nobody sees yet come with the first touch, so that they are there in time.
  for (const type of ['scroll', 'pointerover', 'keydown'])
    addEventListener(type, () => (dataset.awake = ''), { once: true });
  // A page that was drawn again has no query; its form knows.
  const said = (name) => query.get(name) || document.querySelector(`input[data-keep=${name}]`)?.value;
  const fresh = new URLSearchParams();
  for (const name of ['aff_sub3', 'aff_sub2', 'aff_sub1', 'aff_sub', 'sub', 'sub3', 'sub2', 'sub1', 'network', 'ref']) {
    const value = said(name);
    if (value && value.length <= 200) fresh.set(name.replace('aff_', '').replace(/^sub$/, 'sub1'), value);
  }
  const source = fresh.size ? fresh : new URLSearchParams(store.consent === 'yes' ? store.tracking : '');
  source.forEach((value, name) => {
    for (const field of document.querySelectorAll(`[data-keep=${name}]`)) field.setAttribute('value', value);
  });
  document.addEventListener('submit', ({ target }) => {
    if (target.method !== 'get') return;
    source.forEach((value, name) => {
      if (target.elements[name]) return;
      const field = document.createElement('input');
      target.append(Object.assign(field, { type: 'hidden', name, value }));
    });
  });
  document.addEventListener('click', ({ target }) => {
    const link = source.size && target.closest('a[href^="/"]');
    if (!link) return;
    const search = new URLSearchParams(link.search);
    source.forEach((value, name) => search.set(name, value));
    link.search = search;
  });
  const keep = () => {
    if (store.consent === 'yes' && source.size) store.tracking = source;
    else delete store.tracking;
  };
  const isAsked = location.pathname.endsWith('/cookies');
  if (source.size) keep();
  bar.hidden = !isAsked && (!source.size || store.consent);
  bar.onclick = ({ target: { dataset } }) => {
    if (!dataset.consent) return;
    store.consent = dataset.consent;
    keep();
    bar.hidden = true;
  };
})();
