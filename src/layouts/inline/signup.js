// The inline script of the signup form: prefills gender and country, shows password strength and member, focuses the first error.
(() => {
  const form = document.querySelector('[data-signup]');
  const { country, member, password, region } = form.elements;
  const radios = [...form.querySelectorAll('[type=radio]')];
  const refused = form.querySelector('[autofocus]');
  if (refused) refused.focus();
  else {
    const gender = new URLSearchParams(location.search).get('gender');
    for (const radio of radios) if (radio.name === 'gender' && radio.value === gender) radio.checked = true;
    // Skipped if an earlier page has asked for country or region. In reverse order, so that the preferred language wins.
    for (const tag of region.value || country.dataset.refilled === '' ? [] : [...navigator.languages].reverse()) {
      const [language, region] = tag.split('-');
      const before = country.value;
      if (document.documentElement.lang.startsWith(language)) country.value = region;
      // A country that the site does not serve would leave nothing selected.
      country.value ||= before;
    }
  }
  // Clears choices that the other answer has hidden.
  form.onchange = () => {
    for (const radio of radios) if (radio.getClientRects().length === 0) radio.checked = false;
  };
  // Mirrors passwordStrength in src/domain/password.ts.
  const strength = form.querySelector('[data-strength]');
  const word = strength.querySelector('[aria-live]');
  const { min, words } = strength.dataset;
  password.oninput = () => {
    const text = password.value;
    const characters = [...text.normalize('NFKC')];
    const different = new Set(characters).size;
    const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(text)).length;
    const level =
      characters.length < min || different < 5
        ? 0
        : 1 + (characters.length >= 16) + (different >= 10) + (characters.length >= 20 || kinds >= 3);
    strength.dataset.level = text && level;
    strength.toggleAttribute('data-met', characters.length >= min);
    const levelText = text && words.split('|')[level];
    if (word.textContent !== levelText) word.textContent = levelText;
  };
  // The member that the signup is for: from the form, else from the address.
  const [id] = `${member.value}${location.pathname}`.match(/[\da-f-]{36}/) || [];
  if (id) {
    member.setAttribute('value', id);
    fetch(`/api/visitor-members.php?id=${id}`)
      .then((answer) => answer.json())
      .then(({ profiles: [{ name, photo, fictional }] }) => {
        const [image, text, label] = document.querySelector('.for-member').children;
        text.textContent = text.dataset.fill.replace('{name}', name);
        label.hidden = !fictional;
        if (photo) image.src = image.dataset.photo.replace('*', photo);
      })
      .catch(() => {});
  }
})();
