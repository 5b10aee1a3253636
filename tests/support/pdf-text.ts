// The text of a PDF that we drew ourselves, one line for each piece; a letter that its font lacks is shown as □.
import { inflateSync } from 'node:zlib';

/** Its streams, unpacked; those that are not packed are left out. What is packed may end with a carriage return of its own. */
const streamsOf = (file: Uint8Array): string[] =>
  [
    ...Buffer.from(file)
      .toString('latin1')
      .matchAll(/stream\n([^]*?)\nendstream/g),
  ].flatMap(([, packed = '']) => {
    try {
      return [inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });

const letterOf = (codes: string): string =>
  String.fromCharCode(...codes.split(' ').map((code) => Number.parseInt(code, 16)));

export function pdfText(file: Uint8Array): string {
  const streams = streamsOf(file);
  const map = /beginbfrange\n<0000> <[0-9a-f]+> \[(.*?)\]/.exec(
    streams.find((each) => each.includes('begincmap')) ?? '',
  );
  const letters = [...(map?.[1] ?? '').matchAll(/<([0-9a-f ]+)>/g)].map(([, codes = '']) => letterOf(codes));
  const written = (glyphs: string): string =>
    (glyphs.match(/.{4}/g) ?? []).map((code) => (code === '0000' ? '□' : letters[Number.parseInt(code, 16)])).join('');
  return streams
    .flatMap((each) => [...each.matchAll(/\[(<[^\]]*)\] TJ/g)])
    .map(([, pieces = '']) => [...pieces.matchAll(/<([0-9a-f]+)>/g)].map(([, glyphs = '']) => written(glyphs)).join(''))
    .join('\n');
}
