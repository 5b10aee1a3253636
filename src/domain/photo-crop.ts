// The part of a picture that a member chose, in per cent of the picture after it was turned.

export interface PhotoArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const PLACES = 3;
const rounded = (value: number): string => Number(value.toFixed(PLACES)).toString();

/** As it travels: `x,y,width,height`. */
export const cropText = ({ x, y, width, height }: PhotoArea): string => [x, y, width, height].map(rounded).join(',');

/** Null when it is not four numbers, has no size, or reaches out of the picture. */
export function parseCrop(text: string): PhotoArea | null {
  const numbers = text.split(',').map((part) => (/^\d{1,3}(\.\d{1,6})?$/.test(part) ? Number(part) : NaN));
  const [x = NaN, y = NaN, width = NaN, height = NaN] = numbers;
  // What was rounded may reach a little further.
  const isInside = x + width <= 100.01 && y + height <= 100.01;
  return numbers.length === 4 && isInside && width >= 1 && height >= 1 ? { x, y, width, height } : null;
}

/** The area in pixels of a picture of that size, never out of it. */
export function pixelsOf(
  { x, y, width, height }: PhotoArea,
  size: { readonly width: number; readonly height: number },
) {
  const left = Math.min(Math.round((x / 100) * size.width), size.width - 1);
  const top = Math.min(Math.round((y / 100) * size.height), size.height - 1);
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round((width / 100) * size.width), size.width - left)),
    height: Math.max(1, Math.min(Math.round((height / 100) * size.height), size.height - top)),
  };
}
