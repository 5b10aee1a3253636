// Animates a scene: an SVG declares in its groups how each layer moves, and is drawn at any moment between 0 and 1.

/**
 * Attributes of a group: `data-depth` how much it follows the camera (0 far, 1 near), `data-drift="x y"` its
 * translation, `data-turn="degrees x y"` its rotation around a point, `data-sway` the same back and forth,
 * `data-fade="from to"` its opacity, `data-flicker="share"` how much of its light flickers. The drawing itself declares
 * the camera by `data-from` and `data-to="x y width"`.
 */
const numbers = (attributes: string, name: string): number[] =>
  (new RegExp(`data-${name}="([^"]+)"`).exec(attributes)?.[1] ?? '').split(' ').filter(Boolean).map(Number);

/** The moment of a scene that its still shows. */
export const MOMENT = 0.3;
/** How much the nearest layer grows in the course of a scene. */
const NEARER = 0.12;
const mix = (from: number, to: number, at: number): number => from + (to - from) * at;
const round = (value: number): number => Math.round(value * 1000) / 1000;

/** The part of the drawing that the camera shows at a moment, in the drawing's units. */
export function cameraAt(
  svg: string,
  at: number,
  ratio: number,
): { x: number; y: number; width: number; height: number } {
  const [from, to] = [numbers(svg, 'from'), numbers(svg, 'to')];
  const [x = 0, y = 0, width = 720] = from.map((value, index) => mix(value, to[index] ?? value, at));
  return { x, y, width, height: width / ratio };
}

function transformOf(attributes: string, at: number): string {
  const depth = numbers(attributes, 'depth')[0] ?? 0;
  const [x = 0, y = 0] = numbers(attributes, 'drift');
  const [turn = 0, turnX = 0, turnY = 0] = numbers(attributes, 'turn');
  const [sway = 0, swayX = 0, swayY = 0] = numbers(attributes, 'sway');
  const scale = 1 + depth * NEARER * at;
  return [
    `translate(${round(360 - 360 * scale + x * at)} ${round(430 - 430 * scale + y * at)})scale(${round(scale)})`,
    turn ? `rotate(${round(turn * at)} ${turnX} ${turnY})` : '',
    sway ? `rotate(${round(sway * Math.sin(at * Math.PI * 2))} ${swayX} ${swayY})` : '',
  ].join('');
}

function opacityOf(attributes: string, at: number): number {
  const [from = 1, to = from] = numbers(attributes, 'fade');
  const [flicker = 0] = numbers(attributes, 'flicker');
  const wave = (Math.sin(at * 21) + Math.sin(at * 37 + 1)) / 4 + 0.5;
  return mix(from, to, at) * (1 - flicker * wave);
}

/** The whole drawing with every layer at its position of a moment. */
export const sceneAt = (svg: string, at: number): string =>
  svg.replace(/<g ([^>]*data-[^>]*)>/g, (_, attributes: string) => {
    const opacity = opacityOf(attributes, at);
    return `<g transform="${transformOf(attributes, at)}"${opacity < 1 ? ` opacity="${round(opacity)}"` : ''}>`;
  });

/** The same from the camera's view, `width` pixels wide. */
export function shotAt(svg: string, at: number, width: number, ratio: number): string {
  const { x, y, ...size } = cameraAt(svg, at, ratio);
  return sceneAt(svg, at).replace(
    /width="720" height="900" viewBox="[^"]+"[^>]*>/,
    `width="${width}" height="${Math.round(width / ratio)}" viewBox="${[x, y, size.width, size.height].map(round).join(' ')}">`,
  );
}
