// The inline script of country and region: the country a browser is from, and only that country's regions.
(() => {
  const region = document.getElementById('region');
  const country = document.getElementById('country');
  const groups = [...region.querySelectorAll('optgroup')];
  const [none] = region.options;
  const fit = () => {
    const own = groups.filter((group) => group.dataset.country === country.value);
    region.disabled = !own.length;
    const chosen = region.value;
    region.replaceChildren(none, ...own);
    region.value = chosen;
    if (region.selectedIndex < 0) none.selected = true;
  };
  // A page that comes back with an error keeps what was chosen.
  const isAnswered = region.form.querySelector('[data-form-error]').textContent;
  // As src/layouts/inline/signup.js does: the language liked best comes last.
  for (const tag of isAnswered ? [] : [...navigator.languages].reverse()) {
    const [language, home] = tag.split('-');
    const before = country.value;
    if (document.documentElement.lang.startsWith(language)) country.value = home;
    country.value ||= before;
  }
  country.addEventListener('change', fit);
  // Who comes back has the earlier choice put back by the browser, which may be after scripts have run, and needs all regions for it.
  addEventListener('pageshow', () => {
    if (region.value) country.value = region.value.split('-')[0];
    fit();
  });
})();
