// The inline script for dragging cards of the deck: a drag that is far or fast enough clicks the card's button.
(() => {
  const deck = document.querySelector('[data-flick=buttons]');
  if (!deck) return;
  let card;
  let start;
  deck.onpointerdown = (event) => {
    const found = event.target.closest('[role=group]');
    if (!found || !event.isPrimary || event.button || event.target.closest('button')) return;
    card = found;
    start = event;
    card.setPointerCapture(event.pointerId);
    card.classList.add('is-held');
  };
  deck.onpointermove = (event) => {
    if (card) card.style.setProperty('--pull', event.clientX - start.clientX);
  };
  deck.onpointerup = deck.onpointercancel = (event) => {
    if (!card) return;
    const pull = event.clientX - start.clientX;
    const far = Math.abs(pull);
    const isFast = far > 30 && far / (event.timeStamp - start.timeStamp) > 0.5;
    card.classList.remove('is-held');
    card.style.removeProperty('--pull');
    if (event.type === 'pointerup' && (far > 96 || isFast))
      card.querySelector(pull > 0 ? 'button.btn-primary' : 'button.btn-line').click();
    card = null;
  };
})();
