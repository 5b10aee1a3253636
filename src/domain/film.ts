// Structure of a niche's short film: three chapters of equal length with two subtitles each.
export const FILM = { chapters: 3, seconds: 4.5, lines: 2 } as const;

/** Length of the film in seconds. */
export const filmLength: number = FILM.chapters * FILM.seconds;

/** Start of each chapter in seconds. */
export const chapterStarts: readonly number[] = Array.from({ length: FILM.chapters }, (_, at) => at * FILM.seconds);

/** Start and end of each subtitle in seconds. A short gap separates subtitles, and none overlaps the fades. */
export const lineTimes: readonly { readonly from: number; readonly to: number }[] = Array.from(
  { length: FILM.chapters * FILM.lines },
  (_, at) => {
    const lineSeconds = FILM.seconds / FILM.lines;
    return { from: at * lineSeconds + 0.25, to: (at + 1) * lineSeconds - 0.05 };
  },
);

/** A time in seconds in WebVTT format: `00:00:04.500`. */
export const filmMoment = (seconds: number): string => {
  const [whole = '0', milliseconds = '000'] = seconds.toFixed(3).split('.');
  const [minutes, restSeconds] = [Math.floor(Number(whole) / 60), Number(whole) % 60];
  return `00:${String(minutes).padStart(2, '0')}:${String(restSeconds).padStart(2, '0')}.${milliseconds}`;
};
