// The inline script of the activation page: fills in the token from the address where the server has not.
(() => {
  const token = new URLSearchParams(location.search).get('token');
  if (token) for (const field of document.querySelectorAll('[data-refill=token]')) field.setAttribute('value', token);
})();
