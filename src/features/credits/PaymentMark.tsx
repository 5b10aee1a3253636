// A small mark of a payment method in its colours, drawn here: nothing is copied or loaded from its owner.
import { Icon } from '#ui/Icon';
import { methodIcon } from './payment-methods.ts';

interface Word {
  readonly text: string;
  readonly ground: string;
  readonly ink: string;
}

const word = (text: string, ground: string, ink = '#ffffff'): Word => ({ text, ground, ink });

const WORDS: Readonly<Partial<Record<string, Word>>> = {
  applepay: word('Apple Pay', '#000000'),
  bancontact: word('Bancontact', '#ffffff', '#1b4f91'),
  blik: word('BLIK', '#101010'),
  cartebancaire: word('CB', '#17457d'),
  dankort: word('Dankort', '#ffffff', '#c4122f'),
  eps: word('eps', '#ffffff', '#b00468'),
  googlepay: word('G Pay', '#ffffff', '#3c4043'),
  ideal: word('iDEAL', '#ffffff', '#c6006b'),
  klarna: word('Klarna', '#ffb3c7', '#17120f'),
  mobilepay: word('MobilePay', '#4a63e0'),
  nexi: word('nexi', '#2d32aa'),
  paypal: word('PayPal', '#ffffff', '#10307f'),
  paysafecard: word('paysafe', '#ffffff', '#0a5c9e'),
  przelewy24: word('P24', '#ffffff', '#c4202c'),
  satispay: word('Satispay', '#e6202e'),
  sct: word('SEPA', '#ffffff', '#0a2f87'),
  sdd: word('SEPA', '#ffffff', '#0a2f87'),
  swish: word('Swish', '#ffffff', '#5b2a86'),
  twint: word('TWINT', '#101010'),
  vipps: word('Vipps', '#c93a08'),
  visa: word('VISA', '#ffffff', '#1a2a78'),
  wero: word('wero', '#fff48d', '#1d1c1c'),
};

/** The colours of two overlapping discs, and of the area they share. */
const DISCS: Readonly<Partial<Record<string, readonly [string, string, string]>>> = {
  mastercard: ['#e0142a', '#f79e1b', '#ff6a13'],
  maestro: ['#0a7bc1', '#e0142a', '#6c3f92'],
};

const WIDTH = 56;
const HEIGHT = 34;
/** Free space on both sides of a word together. */
const MARGIN = 12;
/** The mean width of a bold letter as a part of the font size. */
const LETTER = 0.6;
const LARGEST = 14;

/** Decorative: the method's name is always beside it. */
export function PaymentMark({ id }: { id: string }) {
  const label = WORDS[id];
  const discs = DISCS[id];
  return (
    <span className="method-mark">
      {label || discs ? (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <rect width={WIDTH} height={HEIGHT} fill={label?.ground ?? '#ffffff'} />
          {label && <MarkWord {...label} />}
          {discs && <MarkDiscs colours={discs} />}
        </svg>
      ) : (
        <Icon name={methodIcon(id)} />
      )}
    </span>
  );
}

/** A word of a fixed width, so that it fits in any font of the device. */
function MarkWord({ text, ink }: Word) {
  const room = WIDTH - MARGIN;
  const size = Math.min(LARGEST, room / (text.length * LETTER));
  return (
    <text
      x={WIDTH / 2}
      y={HEIGHT / 2}
      fill={ink}
      fontSize={size}
      textAnchor="middle"
      dominantBaseline="central"
      textLength={Math.min(room, text.length * size * LETTER)}
      lengthAdjust="spacingAndGlyphs"
    >
      {text}
    </text>
  );
}

function MarkDiscs({ colours: [left, right, shared] }: { colours: readonly [string, string, string] }) {
  return (
    <>
      <circle cx="22" cy="17" r="10" fill={left} />
      <circle cx="34" cy="17" r="10" fill={right} />
      <path d="M28 9a10 10 0 0 1 0 16a10 10 0 0 1 0 -16" fill={shared} />
    </>
  );
}
