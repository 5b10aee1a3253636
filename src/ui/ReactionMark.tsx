// The drawings of the reactions: our own, each a few filled shapes on a field of 24 by 24.
import type { ReactionId } from '#contract/chats';

type Layer = readonly [colour: string, path: string];

const YELLOW = '#f7c948';
const BROWN = '#54391c';
const FACE: Layer = [YELLOW, 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z'];
const EYES = 'M7 9.5a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0ZM13.8 9.5a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0Z';

const DRAWINGS: Readonly<Record<ReactionId, readonly Layer[]>> = {
  heart: [['#e0445c', 'M12 21l-8-8a5.4 5.4 0 0 1 8-7.2a5.4 5.4 0 0 1 8 7.2Z']],
  laugh: [FACE, [BROWN, `${EYES}M6.4 13h11.2a5.6 5.6 0 0 1-11.2 0Z`]],
  wow: [FACE, [BROWN, `${EYES}M9.6 16a2.4 3 0 1 0 4.8 0a2.4 3 0 1 0-4.8 0Z`]],
  sad: [
    FACE,
    [BROWN, `${EYES}M7.4 17.6a5 5 0 0 1 9.2 0l-1.5.7a3.4 3.4 0 0 0-6.2 0Z`],
    ['#4f97c8', 'M17 12q2.4 3 0 4.4q-2.4-1.4 0-4.4Z'],
  ],
  thumbs: [
    ['#5f97a5', 'M2.5 11h4v9.5h-4Z'],
    [YELLOW, 'M7.5 11l3.5-8.5a2.3 2.3 0 0 1 2.8 2.4v4.1h5a2.2 2.2 0 0 1 2.2 2.6l-1.3 6.6a2.6 2.6 0 0 1-2.6 2.3h-9.6Z'],
  ],
  fire: [
    [
      '#f2672e',
      'M12.5 2c1 4 6.5 6.5 6.5 12.5a7 7 0 0 1-14 0c0-3 1.5-5 3-6.5c.2 1.6.8 2.6 1.8 3.2c-.6-3.6.7-7.2 2.7-9.2Z',
    ],
    ['#fbc34a', 'M12 12.5c.5 2 3.2 3 3.2 5.6a3.2 3.2 0 0 1-6.4 0c0-2.2 2-3.2 3.2-5.6Z'],
  ],
};

/** In the order in which they are offered. */
export const reactions = Object.keys(DRAWINGS) as ReactionId[];

/** Decorative: its meaning must also be given as text or label. */
export const ReactionMark = ({ reaction }: { reaction: ReactionId }) => (
  <svg className="reaction-mark" viewBox="0 0 24 24" aria-hidden="true">
    {DRAWINGS[reaction].map(([colour, path]) => (
      <path key={path} fill={colour} d={path} />
    ))}
  </svg>
);
