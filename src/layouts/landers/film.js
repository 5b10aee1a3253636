// The inline script of the film: its play button, and chapters that seek and show the progress.
(() => {
  const film = document.querySelector('video');
  const screen = film.closest('[data-screen]');
  const chapters = [...document.querySelectorAll('[data-start]')];
  const starts = chapters.map((each) => Number(each.dataset.start));
  const end = starts[1] * starts.length;
  const watch = screen.querySelector('[data-watch]');
  // Our button replaces the native controls until the film plays.
  watch.hidden = film.controls = false;
  // Captions are shown by default, but only fetched when the film starts.
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
      // With a modifier key the link opens in another tab or window.
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
