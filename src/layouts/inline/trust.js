// The inline script of the trust page: asks for its numbers once and writes them in the page's language.
(() => {
  const place = document.querySelector('[data-trust]');
  const failed = place.querySelector('[data-trust-failed]');
  const { lang } = document.documentElement;
  const unit = (unit) => (value) =>
    new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: unit === 'hour' ? 'long' : 'short' }).format(value);
  const forms = {
    hour: unit('hour'),
    percent: unit('percent'),
    time: (value) => new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value)),
    '': (value) => new Intl.NumberFormat(lang).format(value),
  };
  const write = (textOf) => {
    for (const cell of place.querySelectorAll('[data-number]')) cell.textContent = textOf(cell.dataset);
  };
  const load = () => {
    failed.hidden = true;
    place.setAttribute('aria-busy', 'true');
    write(() => place.dataset.trust);
    fetch('/api/trust.php')
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer)))
      .then((numbers) => write(({ number, as, few }) => (numbers[number] === null ? few : forms[as](numbers[number]))))
      .catch(() => {
        failed.hidden = false;
        write(() => '–');
      })
      .finally(() => place.removeAttribute('aria-busy'));
  };
  failed.querySelector('button').addEventListener('click', load);
  load();
})();
