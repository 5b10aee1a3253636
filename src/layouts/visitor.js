// The visitors' inline script: entry warning, what comes once the page is drawn (pictures, the display face), the traffic source from
// page to page, and the question whether it may be kept.
(() => {
  // Before the first frame nothing is asked for that it can do without: a slow phone waits for each.
  let store = {};
  const openStore = () => {
    try {
      store = localStorage || store;
    } catch {}
  };
  // At once: the page may be left before it is drawn.
  if (/entry=embedded/.test(location.search)) {
    openStore();
    store.entry = Date.now();
  }
  const warn = () => {
    openStore();
    const dialog = document.querySelector('[data-entry]');
    if (!dialog || dialog.open || store.entry) return;
    const { serverTiming = [] } = performance.getEntriesByType('navigation')[0] || {};
    const country = serverTiming.find(({ name }) => name === 'country')?.description || 'XX';
    if (dialog.dataset.entry && !dialog.dataset.entry.includes(country)) return;
    dialog.oncancel = (event) => event.preventDefault();
    dialog.onkeydown = (event) => event.key === 'Escape' && event.preventDefault();
    dialog.onclose = () => (store.entry = Date.now());
    dialog.showModal();
  };
  // After the first frame: opening a dialog lays out the whole page, which a slow phone should not wait for.
  requestAnimationFrame(() => setTimeout(warn));
  document.addEventListener('astro:page-load', warn);
  const bar = document.querySelector('[data-consent-bar]');
  if (!bar) return;
  // Once the first screen is drawn, what waits for it comes (src/styles/_later.scss): pictures, and the display face.
  const { dataset } = document.documentElement;
  // A heading that would take other room with the face, or begin elsewhere, has its words spaced a little; else it keeps what it wears,
  // so that nothing moves.
  const range = new Range();
  const placeOf = (text) => {
    range.selectNodeContents(text);
    return text.offsetHeight * 999 + range.getClientRects()[0]?.x;
  };
  const wearFace = () => {
    const places = [...document.querySelectorAll('h1,h2,h3,strong,blockquote,.display')].map((text) => [
      text,
      placeOf(text),
    ]);
    dataset.face = '';
    for (const [text, place] of places)
      text.dataset.fits = [0, -2, 2, 0].some((more) => {
        text.style.wordSpacing = `${more}px`;
        return !((placeOf(text) - place) ** 2 > 9);
      });
  };
  const comeLater = () => {
    sourceOf();
    dataset.drawn = '';
    document.fonts.load('1em Display').then(wearFace, () => {});
  };
  requestAnimationFrame(() => setTimeout(comeLater, 100));
  // Pictures nobody sees yet come with the first touch, so that they are there in time.
  for (const type of ['scroll', 'pointerover', 'keydown']) addEventListener(type, () => (dataset.awake = ''));
  // Kept only with consent, and gone with it; whoever has joined (perhaps in another tab) needs none any more.
  const keep = () => {
    if (store.consent === 'yes' && source.size && !document.cookie.includes('auth.hint=1')) store.tracking = source;
    else delete store.tracking;
  };
  let source;
  /** Once the page is drawn, or somebody does something before. */
  const sourceOf = () => {
    if (source) return source;
    openStore();
    const query = new URLSearchParams(location.search);
    source = new URLSearchParams();
    for (const name of [
      'aff_sub3',
      'aff_sub2',
      'aff_sub1',
      'aff_sub',
      'sub',
      'sub3',
      'sub2',
      'sub1',
      'network',
      'ref',
    ]) {
      // A page that was drawn again has no query; its form knows.
      const value = query.get(name) || document.querySelector(`[data-keep=${name}]`)?.value;
      if (value && value.length <= 200) source.set(name.replace('aff_', '').replace(/^sub$/, 'sub1'), value);
    }
    if (!source.size) source = new URLSearchParams(store.tracking);
    keep();
    // Whoever reads of cookies may answer anew.
    bar.hidden = !/\/cookies\/?$/.test(location.pathname) && (!source.size || store.consent);
    return source;
  };
  document.addEventListener('formdata', ({ target, formData }) => {
    sourceOf().forEach((value, name) => {
      if (target.method === 'get' || formData.has(name)) formData.set(name, value);
    });
  });
  document.addEventListener('click', ({ target }) => {
    const link = sourceOf().size && target.closest('a[href^="/"]');
    if (!link) return;
    const search = new URLSearchParams(link.search);
    source.forEach((value, name) => search.set(name, value));
    link.search = search;
  });
  bar.onclick = ({ target: { dataset } }) => {
    if (!dataset.consent) return;
    store.consent = dataset.consent;
    keep();
    bar.hidden = true;
  };
})();
