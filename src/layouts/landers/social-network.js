// The answer's further questions stay open once somebody has begun, also when the field is left empty again.
document.querySelector('[data-answer]').addEventListener('focusin', ({ target, currentTarget }) => {
  if (target.href === undefined) currentTarget.dataset.begun = '';
});
