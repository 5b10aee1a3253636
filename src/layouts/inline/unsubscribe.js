// The inline script of the page that ends mails: shows which types the link is about, which its token says after the account's 16 bytes.
(() => {
  const field = document.querySelector('[data-refill=token]');
  const token = new URLSearchParams(location.search).get('token') || field.value;
  const bytes = /^[\w-]{66,67}$/.test(token) ? atob(token.replaceAll('-', '+').replaceAll('_', '/')) : '';
  if (!bytes) return;
  const [high, low] = [bytes.charCodeAt(16), bytes.charCodeAt(17)];
  // One byte is the place of a single type, as in older mails.
  const types = bytes.length === 50 ? high * 256 + low : 1 << high;
  const kinds = document.getElementById('kinds');
  for (const [place, item] of [...kinds.querySelectorAll('li')].entries()) item.hidden = !((types >> place) & 1);
  kinds.hidden = false;
})();
