// The inline script of country and region: preselects the country by the browser's languages and filters the regions.
(() => {
  const region = document.getElementById('region');
  const country = document.getElementById('country');
  const groups = [...region.querySelectorAll('optgroup')];
  const [none] = region.options;
  const filterRegions = () => {
    const own = groups.filter((group) => group.dataset.country === country.value);
    region.disabled = !own.length;
    const chosen = region.value;
    region.replaceChildren(none, ...own);
    region.value = chosen;
    if (region.selectedIndex < 0) none.selected = true;
  };
  // A page rendered with an error keeps the choice.
  const isAnswered = region.form.querySelector('[data-form-error]').textContent;
  // As in src/layouts/inline/signup.js: in reverse order, so that the preferred language wins.
  for (const tag of isAnswered ? [] : [...navigator.languages].reverse()) {
    const [language, home] = tag.split('-');
    const before = country.value;
    if (document.documentElement.lang.startsWith(language)) country.value = home;
    country.value ||= before;
  }
  country.addEventListener('change', filterRegions);
  // On back navigation the browser may restore the form after scripts have run.
  addEventListener('pageshow', () => {
    if (region.value) country.value = region.value.split('-')[0];
    filterRegions();
  });
})();
