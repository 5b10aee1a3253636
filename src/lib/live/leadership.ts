// Chooses the one tab of the browser that leads: the first, and the next one when that tab ends, gives up or is frozen.

export interface Leadership {
  /** Takes the lead from a tab that does not answer any more. */
  takeOver(): void;
  /** Gives up the lead, and queues for it behind the others. */
  stepDown(): void;
  end(): void;
}

/** Queues this tab for the lead. `lead` begins leading, and returns the function that stops it. */
export function queueForLead(name: string, lead: () => () => void): Leadership {
  let isEnded = false;
  let stopLeading = (): void => undefined;
  let latest = new AbortController();
  const hold = (): Promise<void> => {
    stopLeading();
    if (isEnded) return Promise.resolve();
    const stop = lead();
    return new Promise((release) => {
      stopLeading = () => {
        stopLeading = () => undefined;
        stop();
        release();
      };
    });
  };
  const request = (isStealing: boolean): void => {
    const made = (latest = new AbortController());
    // The API refuses a signal for a request that steals.
    const options = isStealing ? { steal: true } : { signal: made.signal };
    void navigator.locks
      .request(name, options, hold)
      .catch(() => undefined)
      .then(() => {
        if (made !== latest) return;
        // Another tab has taken over, or this one has stepped down.
        stopLeading();
        if (!isEnded) request(false);
      });
  };
  request(false);
  return {
    takeOver: () => {
      latest.abort();
      request(true);
    },
    stepDown: () => stopLeading(),
    end: () => {
      isEnded = true;
      latest.abort();
      stopLeading();
    },
  };
}
