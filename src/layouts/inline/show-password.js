// The inline script of the password visibility toggles.
for (const button of document.querySelectorAll('[data-toggle-password]')) {
  const field = document.getElementById(button.getAttribute('aria-controls'));
  button.onclick = () => {
    const isShown = field.type === 'text';
    field.type = isShown ? 'password' : 'text';
    button.setAttribute('aria-pressed', !isShown);
  };
  // Sent as plain text, a browser may offer the password as a suggestion later.
  button.form.addEventListener('submit', () => (field.type = 'password'));
}
