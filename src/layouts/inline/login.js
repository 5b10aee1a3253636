// The inline script of the login form: returns to the page that required the login and says what needs it; says when a session has
// ended or cookies are blocked.
(() => {
  const show = (mark) => (document.querySelector(`[data-${mark}]`).hidden = false);
  const query = new URLSearchParams(location.search);
  const to = query.get('to');
  const hasEnded = query.get('ended');
  if (hasEnded) show('ended');
  if (!navigator.cookieEnabled) show('cookies');
  if (!to) return;
  document.querySelector('[name=return_to]').value = to;
  for (const link of document.querySelectorAll('[data-keep]')) link.search = location.search;
  const [wanted] =
    [
      ['gift', /\/chat\?.*gift=/],
      ['chat', /\/(chats|members\/[^/?]+\/chat)\b/],
      ['like', /wanted=like/],
      ['photo', /\/(members|likes\/m)\/[^/?]+\/?($|\?)/],
    ].find(([, page]) => page.test(to)) ?? [];
  if (wanted && !hasEnded) show(`wanted=${wanted}`);
  const member = to.match(/\/members\/([^/?]{36})/);
  const join = document.querySelector('[data-join]');
  if (member) join.href = join.dataset.join.replace('/-/', `/${member[1]}/`);
})();
