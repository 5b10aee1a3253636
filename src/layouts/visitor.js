// The visitors' inline script: entry warning, the traffic source from page to page, and the question whether it may be kept.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const write = (key, value) => {
    try {
      localStorage.setItem(key, value);
    } catch {}
  };
  const query = new URLSearchParams(location.search);
  const warn = () => {
    const dialog = document.querySelector('[data-entry]');
    if (query.get('entry') === 'embedded') write('entry', Date.now());
    if (!dialog || dialog.open || read('entry')) return;
    const { serverTiming = [] } = performance.getEntriesByType('navigation')[0] || {};
    const { description } = serverTiming.find(({ name }) => name === 'country') || {};
    if (dialog.dataset.entry && !dialog.dataset.entry.split(' ').includes(description)) return;
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.addEventListener('close', () => write('entry', Date.now()));
    dialog.showModal();
  };
  warn();
  document.addEventListener('astro:page-load', warn);
  const bar = document.querySelector('[data-consent-bar]');
  if (!bar) return;
  const names = { sub: 'sub1', aff_sub: 'sub1', aff_sub1: 'sub1', aff_sub2: 'sub2', aff_sub3: 'sub3' };
  const source = new URLSearchParams(read('consent') === 'yes' ? read('tracking') : '');
  for (const name of ['aff_sub3', 'aff_sub2', 'aff_sub1', 'aff_sub', 'sub', 'network', 'ref', 'sub1', 'sub2', 'sub3'])
    if (query.get(name)) source.set(names[name] || name, query.get(name));
  for (const [name, value] of source)
    for (const field of document.querySelectorAll(`[data-keep=${name}]`)) field.setAttribute('value', value);
  if (source.size)
    document.addEventListener('click', (event) => {
      const link = event.target.closest('a[href^="/"]');
      if (link) for (const [name, value] of source) link.search = setIn(link.search, name, value);
    });
  const setIn = (search, name, value) => {
    const all = new URLSearchParams(search);
    all.set(name, value);
    return String(all);
  };
  const keep = () => write('tracking', source);
  if (read('consent') === 'yes' && source.size) keep();
  bar.hidden = !(source.size && !read('consent')) && !bar.dataset.always;
  bar.addEventListener('click', ({ target: { dataset } }) => {
    if (!dataset.consent) return;
    write('consent', dataset.consent);
    if (dataset.consent === 'yes') keep();
    else localStorage.removeItem('tracking');
    bar.hidden = !bar.dataset.always;
  });
})();
