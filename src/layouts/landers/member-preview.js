// The inline script of member landers: after the first paint, shows the member in the form or the address as far as visitors may see them.
(() => {
  const fields = document.querySelectorAll('[name=member]');
  const id = (fields[0] && fields[0].value) || (location.pathname.match(/\/members\/([^/]+)/) || [])[1];
  if (!/^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(id)) return;
  for (const field of fields) field.setAttribute('value', id);
  for (const link of document.querySelectorAll('[data-to-member]')) link.pathname += `/${id}`;
  const show = ({ profiles: [member] }) => {
    if (!member) return;
    const { city, country, fictional, photo } = member;
    const place = city || new Intl.DisplayNames(document.documentElement.lang, { type: 'region' }).of(country);
    const known = { ...member, place };
    for (const element of document.querySelectorAll('[data-fill]')) {
      const [key] = element.dataset.fill.match(/\w+(?=})/);
      // Replaced elements do not count as layout shifts, however long a name is.
      const filled = element.cloneNode(!known[key]);
      if (known[key]) filled.textContent = element.dataset.fill.replace(/{(\w+)}/g, (_, name) => known[name]);
      element.replaceWith(filled);
    }
    for (const label of document.querySelectorAll('[data-if-fictional]')) label.hidden = !fictional;
    for (const frame of photo ? document.querySelectorAll('[data-photos]') : []) {
      const image = new Image();
      image.alt = '';
      const load = (form) => (image.src = `${frame.dataset.photos}${photo}-${form}`);
      image.onload = () => frame.append(image);
      // The small version of a new photo is generated last.
      image.onerror = () => {
        image.onerror = null;
        load('320.webp');
      };
      load(frame.offsetWidth > 400 ? '640.webp' : '400.avif');
    }
  };
  const loadMember = () =>
    fetch(`/api/visitor-members.php?id=${id}`)
      .then((answer) => answer.ok && answer.json().then(show))
      .catch(() => {});
  requestAnimationFrame(() => setTimeout(loadMember, 100));
})();
