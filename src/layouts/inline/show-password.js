// The inline script of a password: its button shows what is typed, and hides it again.
document.querySelector('[data-toggle-password]').onclick = ({ currentTarget: button }) => {
  const { password } = button.form.elements;
  const isShown = password.type === 'text';
  password.type = isShown ? 'password' : 'text';
  button.setAttribute('aria-pressed', !isShown);
};
