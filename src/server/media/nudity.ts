// What a model's shares say about nudity in a picture.

/** `unknown`: the model has not answered. */
export type Nudity = 'none' | 'likely' | 'unknown';

/** The classes of the model, each with its share of 1. */
export type NudityShares = Readonly<Record<'Drawing' | 'Hentai' | 'Neutral' | 'Porn' | 'Sexy', number>>;

/** From here on a picture is more likely to show nudity than not. People on a beach count as `Sexy`, which is none. */
const LIKELY = 0.6;

export const nudityOf = ({ Hentai, Porn }: NudityShares): Nudity => (Hentai + Porn >= LIKELY ? 'likely' : 'none');
