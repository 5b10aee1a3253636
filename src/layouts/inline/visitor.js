// The visitors' inline script: entry warning, what comes once the page is drawn (pictures, the display face), the traffic source from
// page to page, and the question whether it may be kept.
(() => {
  // Before the first frame neither storage nor the traffic source is asked for, unless the frame shows them: a slow phone waits for each.
  /** What the device keeps; where it allows no storage, or has no room in it, nothing is kept and all else goes on. */
  let store = {};
  const openStore = () => {
    try {
      store = localStorage || store;
    } catch {}
  };
  const put = (name, value) => {
    try {
      localStorage[name] = value;
    } catch {}
  };
  /** Whether the warning was passed since the page was loaded, as a full device does not say. */
  let entered;
  const passEntry = () => put('entry', (entered = Date.now()));
  // At once: the page may be left before it is drawn.
  if (/entry=embedded/.test(location.search)) passEntry();
  const warn = () => {
    openStore();
    const dialog = document.querySelector('[data-entry]');
    if (!dialog || dialog.open || store.entry || entered) return;
    const [opening] = performance.getEntriesByType('navigation');
    const country = opening?.serverTiming?.find(({ name }) => name === 'country')?.description || 'XX';
    // Without a list of countries everybody is warned.
    if (!(dialog.dataset.entry || country).includes(country)) return;
    // A browser that does not know `closedby` lets it be left without an answer: it opens again.
    dialog.onclose = warn;
    dialog.onsubmit = passEntry;
    dialog.showModal();
    // Its first button has the focus; where not all of it can be seen, it is read from the top all the same.
    dialog.scrollTop = 0;
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
        return !(Math.abs(placeOf(text) - place) > 3);
      });
  };
  const comeLater = () => {
    dataset.drawn = '';
    document.fonts.load('1em Display').then(wearFace, () => {});
    settle();
  };
  requestAnimationFrame(() => setTimeout(comeLater, 100));
  /** The source of the visit as a query, once it is settled; empty when there is none. */
  let source;
  // Kept only with consent, and gone with it; whoever has joined (perhaps in another tab) needs none any more.
  const keepOrForget = () => {
    if (store.consent === 'yes' && source && !document.cookie.includes('auth.hint=1')) put('tracking', source);
    else delete store.tracking;
  };
  /**
   * Settles once which source the visit has: what its address says, or was kept. Then it is kept or forgotten, and who has not said
   * whether it may be is asked. Comes when the page is drawn, or before with the first that depends on it; answers the source.
   */
  const settle = () => {
    if (source !== undefined) return source;
    openStore();
    const query = new URLSearchParams(location.search);
    // A page that was drawn again has no query; its form knows.
    for (const { name, value } of document.querySelectorAll('[data-refill]')) query.append(name, value);
    // In this order a value's own name comes after its others, and counts (src/domain/tracking.ts).
    query.sort();
    const found = new URLSearchParams();
    for (const name of query.keys()) {
      const value = query.getAll(name).find((each) => each && each.length <= 200);
      if (value && /^(network|ref|(aff_)?sub[123]?)$/.test(name))
        found.set(name.replace('aff_', '').replace(/b$/, 'b1'), value);
    }
    source = String(found) || store.tracking || '';
    keepOrForget();
    bar.hidden = !bar.dataset.asks && (!source || store.consent);
    return source;
  };
  // Where only those from a known source join, it lets the form be seen (src/styles/_signup.scss).
  if (document.querySelector('[data-gate]')) dataset.source = settle();
  /** Gives a query or a form the source: all of it, or the values it has places for. */
  const give = (to, isAll) =>
    new URLSearchParams(settle()).forEach((value, name) => {
      if (isAll || to.has(name)) to.set(name, value);
    });
  // A form that opens a page is a query; one that is sent to the server has its fields.
  addEventListener('formdata', ({ target, formData }) => give(formData, target.method === 'get'));
  for (const type of ['scroll', 'pointerover', 'keydown', 'click'])
    addEventListener(type, ({ target }) => {
      // Pictures nobody sees yet come with the first touch, so that they are there in time.
      dataset.awake = '';
      // A link has all of the source before it is pressed: it may be opened in another tab, or copied. Its address is written in full
      // from then on, so that it is given to no link twice.
      const link = settle() && target.closest?.('a[href^="/"]');
      if (!link) return;
      const search = new URLSearchParams(link.search);
      give(search, 1);
      link.search = search;
    });
  bar.onclick = ({ target }) => {
    const { consent } = target.dataset;
    if (!consent) return;
    put('consent', consent);
    keepOrForget();
    bar.hidden = true;
  };
})();
