// The login's inline script: whoever was on the way to a page goes on to it.
(() => {
  const to = new URLSearchParams(location.search).get('to');
  if (to) document.querySelector('[name=return_to]').value = to;
})();
