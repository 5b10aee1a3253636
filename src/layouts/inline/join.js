// Opens the signup dialog; once something is filled in, neither a press beside it nor Escape closes it.
(() => {
  const dialog = document.querySelector('[data-join-dialog]');
  let isBegun = !!dialog.querySelector('.form-error')?.textContent;
  if (isBegun) dialog.showModal();
  document.addEventListener('click', (event) => {
    // With one of these keys a link opens elsewhere.
    if (!event.target.closest('[data-join]') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.showModal();
  });
  dialog.addEventListener('input', () => (isBegun = true));
  // A browser lets a second Escape through whatever the first was answered, so the key itself is stopped.
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && isBegun && event.preventDefault());
  dialog.addEventListener('cancel', (event) => isBegun && event.preventDefault());
  dialog.addEventListener('click', (event) => event.target === dialog && !isBegun && dialog.close());
})();
