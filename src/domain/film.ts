// The shape of the short film of a niche: three chapters of the same length, two subtitles in each.
export const FILM = { chapters: 3, seconds: 4.5, lines: 2 } as const;

/** How long the film takes, in seconds. */
export const filmLength: number = FILM.chapters * FILM.seconds;

/** When each chapter begins, in seconds. */
export const chapterStarts: readonly number[] = Array.from({ length: FILM.chapters }, (_, at) => at * FILM.seconds);

/** When each subtitle shows; a short breath stands between two, and none over the fades at both ends. */
export const lineTimes: readonly { readonly from: number; readonly to: number }[] = Array.from(
  { length: FILM.chapters * FILM.lines },
  (_, at) => {
    const lineSeconds = FILM.seconds / FILM.lines;
    return { from: at * lineSeconds + 0.25, to: (at + 1) * lineSeconds - 0.05 };
  },
);

/** A moment as WebVTT writes it: `00:00:04.500`. */
export const filmMoment = (seconds: number): string => {
  const [whole = '0', milliseconds = '000'] = seconds.toFixed(3).split('.');
  const [minutes, restSeconds] = [Math.floor(Number(whole) / 60), Number(whole) % 60];
  return `00:${String(minutes).padStart(2, '0')}:${String(restSeconds).padStart(2, '0')}.${milliseconds}`;
};
