// The inline script that logs in with a passkey, where the browser can; a dismissed prompt says nothing.
(() => {
  const part = document.querySelector('[data-passkey]');
  const key = window.PublicKeyCredential;
  if (!key?.parseRequestOptionsFromJSON) return;
  part.hidden = false;
  const button = part.querySelector('button');
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const fail = (code) => {
    const error = document.querySelector('.form-error');
    error.textContent = part.dataset[code] ?? part.dataset.failed;
    error.focus();
  };
  const logIn = async () => {
    const { options } = await post(part.dataset.challenge, {});
    const publicKey = key.parseRequestOptionsFromJSON(options);
    const credential = await navigator.credentials.get({ publicKey }).catch(() => null);
    if (!credential) return;
    const { error } = await post(part.dataset.passkey, { credential: credential.toJSON() });
    if (error) return fail(error.code);
    // A link to this page may name any address.
    const to = new URL(document.querySelector('[name=return_to]').value, location);
    location = to.origin === location.origin ? to : '/';
  };
  button.onclick = () => {
    button.disabled = true;
    logIn()
      .catch(fail)
      .finally(() => (button.disabled = false));
  };
})();
