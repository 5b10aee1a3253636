// The inline script of pages with prices: replaces those of the language's home country by those of the visitor's.
(() => {
  const [opening] = performance.getEntriesByType('navigation');
  const country = opening?.serverTiming?.find(({ name }) => name === 'country')?.description;
  const { home, ...others } = JSON.parse(document.querySelector('[data-prices]').textContent);
  const own = others[country];
  if (!own) return;
  const escaped = home.map((price) => price.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const prices = new RegExp(`(?<![\\d.,])(?:${escaped.join('|')})`, 'g');
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    texts.currentNode.data = texts.currentNode.data.replace(prices, (price) => own[home.indexOf(price)]);
})();
