// The inline script of the password visibility toggle.
document.querySelector('[data-toggle-password]').onclick = ({ currentTarget: button }) => {
  const { password } = button.form.elements;
  const isShown = password.type === 'text';
  password.type = isShown ? 'password' : 'text';
  button.setAttribute('aria-pressed', !isShown);
};
