// The film's own button and chapters: they start the player, jump in it and say where it is.
(() => {
  const film = document.querySelector('video');
  const screen = film.closest('[data-screen]');
  const chapters = [...document.querySelectorAll('[data-start]')];
  const starts = chapters.map((each) => Number(each.dataset.start));
  const end = starts[1] * starts.length;
  const watch = screen.querySelector('[data-watch]');
  // The browser's own controls are there until this is: they come back with the film.
  watch.hidden = film.controls = false;
  // Captions are on from the start, and fetched with the film, not before.
  film.addEventListener('play', () => (film.textTracks[0].mode = 'showing'), { once: true });
  const play = (at) => {
    const jump = () => {
      film.currentTime = at;
    };
    if (film.readyState > 0) jump();
    else film.addEventListener('loadedmetadata', jump, { once: true });
    film.controls = true;
    film.play().catch(() => {});
    film.focus({ preventScroll: true });
  };
  const show = () => {
    const now = film.paused && film.currentTime === 0 ? -1 : film.currentTime;
    chapters.forEach((each, at) => {
      const until = starts[at + 1] ?? end;
      const share = Math.min(1, Math.max(0, (now - starts[at]) / (until - starts[at])));
      each.style.setProperty('--played', share);
      if (now >= starts[at] && now < until) each.setAttribute('aria-current', 'true');
      else each.removeAttribute('aria-current');
    });
  };
  watch.addEventListener('click', () => play(0));
  chapters.forEach((each, at) =>
    each.addEventListener('click', (event) => {
      // With one of these keys a link opens elsewhere.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      screen.scrollIntoView({ block: 'nearest' });
      play(starts[at]);
    }),
  );
  film.addEventListener('play', () => screen.toggleAttribute('data-playing', true));
  film.addEventListener('timeupdate', show);
  film.addEventListener('ended', () => {
    screen.toggleAttribute('data-playing', false);
    film.controls = false;
    film.load();
    show();
  });
})();
