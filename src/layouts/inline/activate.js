// The inline script of the activation page: fills in the token from the address where the server has not.
(() => {
  const field = document.querySelector('[data-refill=token]');
  const token = new URLSearchParams(location.search).get('token');
  if (token) field.setAttribute('value', token);
})();
