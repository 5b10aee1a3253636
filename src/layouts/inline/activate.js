// The inline script of forms of mailed links: fills in what stands in the address where the server has not.
(() => {
  const query = new URLSearchParams(location.search);
  for (const [name, field] of [
    ['token', 'token'],
    ['to', 'to'],
    ['to', 'return_to'],
  ]) {
    const value = query.get(name);
    if (value) document.querySelector(`[data-refill=${field}]`)?.setAttribute('value', value);
  }
})();
