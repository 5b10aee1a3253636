// The drawings of the gestures that a selfie is to show: our own, lines on a field of 120 by 120.
import type { Gesture } from '#contract/selfies';

/** Head and shoulders. */
const PERSON =
  'M36 56a24 24 0 1 0 48 0a24 24 0 1 0 -48 0M51 52v2M69 52v2M51 65q9 7 18 0M20 114q4 -26 40 -26q36 0 40 26';

const DRAWINGS: Readonly<Record<Gesture, string>> = {
  open_hand: 'M92 70V52M98 68V47M104 68V47M110 70V52M92 70l-6 -8M90 68h20v12q0 7 -7 7h-6q-7 0 -7 -7ZM100 87V114',
  thumb_up: 'M90 76h18v14q0 4 -4 4h-10q-4 0 -4 -4ZM92 76V62q4 -5 7 0v14M99 82h9M99 88h9M99 94V114',
  two_fingers: 'M90 74h18v12q0 6 -6 6h-6q-6 0 -6 -6ZM95 74L90 48M103 74L109 48M90 80l8 3M99 92V114',
  hand_on_head: 'M36 30q22 -16 46 -6l-3 8q-18 -7 -38 4ZM82 26q14 6 18 22q6 26 0 66',
  finger_on_nose: 'M61 59L88 72M88 68q14 -3 18 6q2 12 -8 14q-12 0 -12 -8ZM98 88V114',
  hand_on_ear: 'M86 38q20 2 20 22q0 14 -14 18l-4 -7q10 -4 9 -13q-1 -11 -13 -13ZM98 76q6 18 2 38',
};

/** Decorative: a text beside it says the same. */
export const GestureArt = ({ gesture }: { gesture: Gesture }) => (
  <svg className="gesture" viewBox="0 0 120 120" aria-hidden="true">
    <path d={PERSON} />
    <path className="gesture-hand" d={DRAWINGS[gesture]} />
  </svg>
);
