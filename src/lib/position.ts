// The browser's position, which it gives only after asking the member.

interface Position {
  readonly lat: number;
  readonly lon: number;
}

/** Coarse is enough: no satellite, and a position of the last ten minutes will do. */
const OPTIONS = { enableHighAccuracy: false, timeout: 15_000, maximumAge: 600_000 } as const;

/** `denied` when the member or the browser's settings refuse it, `no_position` when it cannot be found. */
export const currentPosition = (): Promise<Position | 'denied' | 'no_position'> =>
  new Promise((resolve) => {
    const { geolocation } = globalThis.navigator ?? {};
    if (!geolocation) {
      resolve('no_position');
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : 'no_position'),
      OPTIONS,
    );
  });
