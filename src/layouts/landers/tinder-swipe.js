// The inline script of the deck: turns labels into buttons, adds arrow keys, and moves the focus to the next card.
(() => {
  // Without these CSS features the cards are a plain list.
  if (!CSS.supports('selector(:has(*))') || !matchMedia('(scripting)').matches) return;
  const deck = document.querySelector('[data-flick]');
  deck.dataset.flick = 'buttons';
  const cards = [...deck.querySelectorAll('[role=group]')];
  const you = deck.lastElementChild;
  const top = () => cards.find((card) => !card.querySelector(':checked'));
  for (const label of deck.querySelectorAll('input + .btn')) {
    const radio = label.control;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = label.className;
    button.setAttribute('aria-label', radio.getAttribute('aria-label'));
    button.append(...label.childNodes);
    button.onclick = () => {
      radio.checked = true;
      radio.closest('[role=group]').inert = true;
      (top() || you).focus({ preventScroll: true });
    };
    radio.hidden = true;
    label.replaceWith(button);
  }
  const refused = you.querySelector('[autofocus]');
  if (refused) {
    for (const radio of deck.querySelectorAll('[value=pass]')) radio.checked = true;
    refused.focus();
  }
  addEventListener('keydown', (event) => {
    const answer = { ArrowLeft: '.btn-line', ArrowRight: '.btn-primary' }[event.key];
    const { target } = event;
    const card = top();
    if (!answer || !card || event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!deck.contains(target) && !target.contains(deck)) return;
    event.preventDefault();
    card.querySelector(answer).click();
  });
  document.forms.flick.onreset = () => {
    for (const card of cards) card.inert = false;
    setTimeout(() => top().focus());
  };
})();
