// The inline script of the page after confirming: fills in the members, and the way to the one whose page led to the signup.
(() => {
  const overview = document.querySelector('[data-overview]');
  if (document.querySelector('[data-refill=token]').value || !/(^|; )auth\.hint=1(;|$)/.test(document.cookie)) return;
  const ask = (path) => fetch(path).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer)));
  const fill = (place, { id, name, age, city, line, fictional, main_image: image }) => {
    const part = (name) => place.querySelector(`[data-${name}]`);
    const link = part('to');
    link.href = link.dataset.to.replace(/-$/, id);
    const card = part('card');
    card.textContent = card.dataset.card.replace('{name}', name).replace('{age}', age);
    part('city').textContent = city || '';
    part('line').textContent = line;
    part('if-fictional').hidden = !fictional;
    if (!image) return;
    const photo = new Image(320, 400);
    photo.alt = '';
    photo.src = overview.dataset.overview.replace('*', image.match.replace(/-640\.(?=\w+$)/, '-320.'));
    link.firstElementChild.prepend(photo);
  };
  const showMembers = ({ profiles }) => {
    if (profiles.length === 0) overview.hidden = true;
    for (const [at, place] of overview.querySelectorAll('[data-place]').entries())
      if (profiles[at]) fill(place, profiles[at]);
      else place.remove();
  };
  const showOrigin = ({ member: { id, name } }) => {
    const link = document.querySelector('[data-next]');
    link.href = link.dataset.to.replace('-', id);
    link.textContent = link.dataset.next.replace('{name}', name);
  };
  const showUser = ({ user }) => {
    document.querySelector('[data-unpaid]').hidden = !!user && user.paid_user;
    if (user && user.signup_member) return ask(`/api/member.php?id=${user.signup_member}`).then(showOrigin);
  };
  ask('/api/user.php')
    .then(showUser)
    .catch(() => {});
  ask('/api/members.php')
    .then(showMembers)
    .catch(() => (overview.hidden = true));
})();
