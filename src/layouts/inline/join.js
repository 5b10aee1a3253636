// Opens the signup dialog; once it has input, neither a click on the backdrop nor Escape closes it.
(() => {
  const dialog = document.querySelector('[data-join-dialog]');
  let hasInput = !!dialog.querySelector('.form-error')?.textContent;
  if (hasInput) dialog.showModal();
  document.addEventListener('click', (event) => {
    // With a modifier key the link opens in another tab or window.
    if (!event.target.closest('[data-join]') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.showModal();
  });
  dialog.addEventListener('input', () => (hasInput = true));
  // Browsers close the dialog on a second Escape even if `cancel` was prevented, so the key itself is.
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && hasInput && event.preventDefault());
  dialog.addEventListener('cancel', (event) => hasInput && event.preventDefault());
  dialog.addEventListener('click', (event) => event.target === dialog && !hasInput && dialog.close());
})();
