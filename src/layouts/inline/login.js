// The inline script of the login form: returns to the page that required the login and says what needs it; says when a session has
// ended or cookies are blocked.
(() => {
  // A short name: inline scripts have a budget.
  const root = document;
  const show = (mark) => (root.querySelector(`[data-${mark}]`).hidden = false);
  const query = new URLSearchParams(location.search);
  const to = query.get('to');
  const hasEnded = query.get('ended');
  if (hasEnded) show('ended');
  if (!navigator.cookieEnabled) show('cookies');
  if (!to) return;
  root.querySelector('[name=return_to]').value = to;
  for (const link of root.querySelectorAll('[data-keep-return]')) link.search = new URLSearchParams({ to });
  const [wanted] =
    [
      ['gift', /\/chat\?.*gift=/],
      ['chat', /\/(chats|members\/[^/?]+\/chat)\b/],
      ['like', /wanted=like/],
      ['photo', /\/(members|likes\/m)\/[^/?]+\/?($|\?)/],
    ].find(([, page]) => page.test(to)) ?? [];
  if (wanted && !hasEnded) show(`wanted=${wanted}`);
  const member = to.match(/\/members\/([^/?]{36})/);
  const join = root.querySelector('[data-join]');
  if (member) join.href = join.dataset.join.replace('/-/', `/${member[1]}/`);
})();
