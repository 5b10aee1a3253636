/** Puts a portrait together: backdrop, body, head, hair and light, as one SVG. */
import { drawAge, drawFreckles, drawSoftChin } from './age.ts';
import { drawEarrings, drawGlasses } from './adornments.ts';
import { drawBackdrop } from './backdrop.ts';
import { drawBeard } from './beard.ts';
import { drawBody, drawNecklace, drawTattoo, figureOf } from './body.ts';
import { drawClothes } from './clothes.ts';
import { drawEyes } from './eyes.ts';
import { drawEars, drawHead } from './face.ts';
import { gatheredHair } from './hair-gathered.ts';
import { longHair } from './hair-long.ts';
import { shortHair } from './hair-short.ts';
import { texturedHair } from './hair-textured.ts';
import { drawAir, paints } from './light.ts';
import { drawMouth, drawNose } from './mouth.ts';
import { sitterOf } from './sitter.ts';
import type { Look } from './look.ts';

export const CANVAS = { width: 480, height: 600 } as const;

/** The renderer passes a backdrop it has blurred itself, which is far quicker than a filter. */
export function drawPortrait(look: Look, backdrop: string = drawBackdrop(look)): string {
  const sitter = sitterOf(look);
  const { pose } = sitter;
  const hair = longHair(sitter) ??
    gatheredHair(sitter) ??
    shortHair(sitter) ??
    texturedHair(sitter) ?? { back: '', front: '', hidesEars: false };
  const figure = figureOf(sitter);
  const tall = ['afro', 'topknot', 'turban', 'beanie', 'crownbraid'].includes(look.hair) ? 20 : 0;
  const x = 240 - pose.sin * 14 + look.aside;
  const y = 208 + tall + (look.zoom - 1) * 90;
  const head = `${drawHead(sitter)}${drawFreckles(sitter)}${drawAge(sitter)}${drawBeard(sitter)}${drawNose(sitter)}${drawEyes(sitter)}${drawMouth(sitter)}`;
  const tilted = `transform="rotate(${look.tilt} 0 130)"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CANVAS.width} ${CANVAS.height}" width="640" height="800"><defs>${paints(sitter)}</defs>${backdrop}
<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${look.zoom})"><g ${tilted}>${hair.back}</g>${drawBody(sitter, figure)}<g ${tilted}>${drawSoftChin(sitter)}</g>${drawTattoo(sitter, figure)}${drawClothes(sitter, figure)}${drawNecklace(sitter, figure)}
<g ${tilted}>${head}${hair.front}${hair.hidesEars ? '' : drawEars(sitter, true)}${drawEarrings(sitter)}${drawGlasses(sitter)}</g></g>${drawAir()}</svg>`;
}
