// Opens the signup dialog; once something is filled in, neither a press beside it nor Escape closes it.
(() => {
  const dialog = document.querySelector('[data-join-dialog]');
  let isBegun = dialog.querySelector('.form-error').textContent !== '';
  if (isBegun) dialog.showModal();
  document.addEventListener('click', (event) => {
    if (!event.target.closest('[data-join]')) return;
    event.preventDefault();
    dialog.showModal();
  });
  dialog.addEventListener('input', () => (isBegun = true));
  dialog.addEventListener('cancel', (event) => isBegun && event.preventDefault());
  dialog.addEventListener('click', (event) => event.target === dialog && !isBegun && dialog.close());
})();
