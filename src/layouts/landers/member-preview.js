// Once a page is drawn, shows whom it is for: the member of the address, or of the form that came along, as far as visitors may see them.
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
      // A new element in the old one's place has not moved: nothing shifts, however long a name is.
      const told = element.cloneNode(!known[key]);
      if (known[key]) told.textContent = element.dataset.fill.replace(/{(\w+)}/g, (_, name) => known[name]);
      element.replaceWith(told);
    }
    for (const label of document.querySelectorAll('[data-if-fictional]')) label.hidden = !fictional;
    for (const frame of photo ? document.querySelectorAll('[data-photos]') : []) {
      const image = new Image();
      image.alt = '';
      const load = (form) => (image.src = `${frame.dataset.photos}${photo}-${form}`);
      image.onload = () => frame.append(image);
      // A photo just sent in has its small form later than the others.
      image.onerror = () => {
        image.onerror = null;
        load('320.webp');
      };
      load(frame.offsetWidth > 400 ? '640.webp' : '400.avif');
    }
  };
  const ask = () =>
    fetch(`/api/visitor-members.php?id=${id}`)
      .then((answer) => answer.ok && answer.json().then(show))
      .catch(() => {});
  requestAnimationFrame(() => setTimeout(ask, 100));
})();
