// The inline script of the login form: returns to the page that required the login.
(() => {
  const to = new URLSearchParams(location.search).get('to');
  if (to) document.querySelector('[name=return_to]').value = to;
})();
