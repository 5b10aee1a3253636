// The signup page's inline script: what the address and the browser know, the password's strength, the first refused field.
(() => {
  const form = document.querySelector('[data-signup]');
  const { country, member, password, region } = form.elements;
  const radios = [...form.querySelectorAll('[type=radio]')];
  const refused = form.querySelector('[autofocus]');
  if (refused) refused.focus();
  else {
    const gender = new URLSearchParams(location.search).get('gender');
    for (const radio of radios) if (radio.name === 'gender' && radio.value === gender) radio.checked = true;
    // Who has named a country on an earlier page, or a region of it, is not asked to think again. The language liked best comes last.
    for (const tag of region.value || country.dataset.refilled === '' ? [] : [...navigator.languages].reverse()) {
      const [language, region] = tag.split('-');
      const before = country.value;
      if (document.documentElement.lang.startsWith(language)) country.value = region;
      // A country that is not served leaves nothing chosen.
      country.value ||= before;
    }
  }
  // A choice that the other answer has taken away is no answer.
  form.onchange = () => {
    for (const radio of radios) if (radio.getClientRects().length === 0) radio.checked = false;
  };
  // Mirrors passwordStrength in src/domain/password.ts.
  const strength = form.querySelector('[data-strength]');
  const word = strength.querySelector('[aria-live]');
  const { min, words } = strength.dataset;
  password.oninput = () => {
    const text = password.value;
    const signs = [...text.normalize('NFKC')];
    const different = new Set(signs).size;
    const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(text)).length;
    const level =
      signs.length < min || different < 5
        ? 0
        : 1 + (signs.length >= 16) + (different >= 10) + (signs.length >= 20 || kinds >= 3);
    strength.dataset.level = text && level;
    strength.toggleAttribute('data-met', signs.length >= min);
    const said = text && words.split('|')[level];
    if (word.textContent !== said) word.textContent = said;
  };
  // Whom somebody came for: as the form that brought them said, else as the address does.
  const [id] = `${member.value}${location.pathname}`.match(/[\da-f-]{36}/) || [];
  if (id) {
    member.setAttribute('value', id);
    fetch(`/api/visitor-members.php?id=${id}`)
      .then((answer) => answer.json())
      .then(({ profiles: [{ name, photo, fictional }] }) => {
        const [image, text, label] = document.querySelector('.came-for').children;
        text.textContent = text.dataset.fill.replace('{name}', name);
        label.hidden = !fictional;
        if (photo) image.src = image.dataset.photo.replace('*', photo);
      })
      .catch(() => {});
  }
})();
