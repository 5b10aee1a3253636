// The inline script of public pages: entry warning, deferred pictures and display font, and the traffic source with its consent bar.
(() => {
  // Storage and traffic source are not read before the first frame unless it shows them: each delays a slow phone.
  /** localStorage, or an empty object if it is blocked. */
  let store = {};
  const openStore = () => {
    try {
      store = localStorage || store;
    } catch {}
  };
  const save = (name, value) => {
    try {
      localStorage[name] = value;
    } catch {}
  };
  /** Whether the warning was accepted on this page: a full storage does not record it. */
  let accepted;
  const acceptEntry = () => save('entry', (accepted = Date.now()));
  // Immediately: the page may be left before it is painted.
  if (/entry=embedded/.test(location.search)) acceptEntry();
  const showEntryWarning = () => {
    openStore();
    const dialog = document.querySelector('[data-entry]');
    if (!dialog || dialog.open || store.entry || accepted) return;
    const [opening] = performance.getEntriesByType('navigation');
    const country = opening?.serverTiming?.find(({ name }) => name === 'country')?.description || 'XX';
    // Without a list of countries the warning is shown everywhere.
    if (!(dialog.dataset.entry || country).includes(country)) return;
    // Browsers without `closedby` let the dialog close without an answer: it reopens.
    dialog.onclose = showEntryWarning;
    dialog.onsubmit = acceptEntry;
    dialog.showModal();
    // Focus on the first button may have scrolled it; the text must be read from the top.
    dialog.scrollTop = 0;
  };
  // After the first frame: opening a dialog lays out the whole page, which would delay a slow phone.
  requestAnimationFrame(() => setTimeout(showEntryWarning));
  document.addEventListener('astro:page-load', showEntryWarning);
  const bar = document.querySelector('[data-consent-bar]');
  if (!bar) return;
  // After the first paint the deferred resources load (src/styles/_later.scss): pictures and the display font.
  const { dataset } = document.documentElement;
  // If the font would change a heading's size or position, a small spacing of its letters may compensate; otherwise the heading keeps the
  // fallback font, so that nothing shifts.
  const range = new Range();
  const measure = (text) => {
    range.selectNodeContents(text);
    return text.offsetHeight * 999 + range.getClientRects()[0]?.x;
  };
  const applyDisplayFont = () => {
    const places = [...document.querySelectorAll('h1,h2,h3,strong,blockquote,.display')].map((text) => [
      text,
      measure(text),
    ]);
    dataset.face = '';
    for (const [text, place] of places)
      text.dataset.fits = ['', '0', '-.01em', '-.02em', '-.03em', ''].some((more) => {
        text.style.letterSpacing = more;
        return !(Math.abs(measure(text) - place) > 3);
      });
  };
  const loadDeferred = () => {
    dataset.drawn = '';
    document.fonts.load('1em Display').then(applyDisplayFont, () => {});
    resolveSource();
  };
  requestAnimationFrame(() => setTimeout(loadDeferred, 100));
  /** The traffic source as a query, once resolved; empty when there is none. */
  let source;
  // Stored only with consent and deleted when it is withdrawn, or after a signup, which may have happened in another tab.
  const updateStoredSource = () => {
    if (store.consent === 'yes' && source && !document.cookie.includes('auth.hint=1')) save('tracking', source);
    else delete store.tracking;
  };
  /**
   * Resolves the source once, from the address or else from the storage, stores or deletes it, and shows the consent bar if the visitor
   * has not answered. Runs after the first paint, or earlier when the source is needed.
   */
  const resolveSource = () => {
    if (source !== undefined) return source;
    openStore();
    const query = new URLSearchParams(location.search);
    // A page rendered in response to a form has no query; its form contains the values.
    for (const { name, value } of document.querySelectorAll('[data-refill]')) query.append(name, value);
    // Sorted, a canonical name comes after its aliases and wins (src/domain/tracking.ts).
    query.sort();
    const found = new URLSearchParams();
    for (const name of query.keys()) {
      const value = query.getAll(name).find((each) => each && each.length <= 200);
      if (value && /^(network|ref|(aff_)?sub[123]?)$/.test(name))
        found.set(name.replace('aff_', '').replace(/b$/, 'b1'), value);
    }
    source = String(found) || store.tracking || '';
    updateStoredSource();
    bar.hidden = !bar.dataset.asks && (!source || store.consent);
    return source;
  };
  // Where signup requires a known source, the attribute reveals the form (src/styles/_signup.scss).
  if (document.querySelector('[data-gate]')) dataset.source = resolveSource();
  /** Adds the source to a query or form: all values, or only those it has fields for. */
  const addSource = (to, isAll) =>
    new URLSearchParams(resolveSource()).forEach((value, name) => {
      if (isAll || to.has(name)) to.set(name, value);
    });
  // A GET form becomes a query; a POST form has hidden fields for the source.
  addEventListener('formdata', ({ target, formData }) => addSource(formData, target.method === 'get'));
  for (const type of ['scroll', 'pointerover', 'keydown', 'click'])
    addEventListener(type, ({ target }) => {
      // The first interaction loads pictures outside of the first screen.
      dataset.awake = '';
      // A link gets the source before the click: it may be opened in another tab or copied. Setting `search` makes the href absolute,
      // so that no link matches twice.
      const link = resolveSource() && target.closest?.('a[href^="/"]');
      if (!link) return;
      const search = new URLSearchParams(link.search);
      addSource(search, 1);
      link.search = search;
    });
  bar.onclick = ({ target }) => {
    const { consent } = target.dataset;
    if (!consent) return;
    save('consent', consent);
    updateStoredSource();
    bar.hidden = true;
  };
})();
