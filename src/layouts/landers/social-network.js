// The inline script of the answer: the further questions stay open after the first focus, also when the field is left empty.
document.querySelector('[data-answer]').addEventListener('focusin', ({ target, currentTarget }) => {
  if (target.href === undefined) currentTarget.dataset.begun = '';
});
