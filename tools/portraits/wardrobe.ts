/** Which beards and clothes people of each age wear. */
import type { Beard, Clothes, Gender } from './look.ts';
import type { Stage } from './styles.ts';

export const beards: Record<Stage, readonly Beard[]> = {
  young: [
    'none',
    'none',
    'none',
    'stubble',
    'stubble',
    'short',
    'short',
    'full',
    'goatee',
    'moustache',
    'none',
    'short',
  ],
  middle: ['none', 'stubble', 'short', 'full', 'goatee', 'none', 'moustache', 'short', 'stubble'],
  senior: ['none', 'none', 'short', 'full', 'moustache', 'long', 'stubble', 'none', 'goatee'],
};

export const wardrobes: Record<Gender, Record<Stage, readonly Clothes[]>> = {
  female: {
    young: [
      'crew',
      'striped',
      'vneck',
      'blazer',
      'turtleneck',
      'boatneck',
      'strap',
      'cardigan',
      'wrap',
      'denim',
      'knit',
      'shirt',
      'scarf',
      'hoodie',
    ],
    middle: [
      'vneck',
      'blazer',
      'turtleneck',
      'boatneck',
      'cardigan',
      'wrap',
      'shirt',
      'knit',
      'denim',
      'strap',
      'crew',
      'striped',
      'scarf',
    ],
    senior: ['shirt', 'blazer', 'cardigan', 'knit', 'turtleneck', 'boatneck', 'wrap', 'scarf', 'vneck'],
  },
  male: {
    young: [
      'crew',
      'striped',
      'shirt',
      'blazer',
      'turtleneck',
      'hoodie',
      'denim',
      'polo',
      'knit',
      'scarf',
      'crew',
      'shirt',
    ],
    middle: ['crew', 'shirt', 'blazer', 'turtleneck', 'denim', 'polo', 'knit', 'cardigan', 'shirt', 'hoodie', 'scarf'],
    senior: ['shirt', 'blazer', 'cardigan', 'knit', 'turtleneck', 'polo', 'scarf', 'shirt', 'crew'],
  },
};
