// The inline script of forms of mailed links: fills in what stands in the address where the server has not.
(() => {
  const query = new URLSearchParams(location.search);
  for (const [name, refill] of [
    ['token', 'token'],
    ['to', 'to'],
    ['to', 'return_to'],
    ['confirmed', 'confirmed'],
  ]) {
    const value = query.get(name);
    if (value)
      for (const field of document.querySelectorAll(`[data-refill=${refill}]`)) field.setAttribute('value', value);
  }
})();
