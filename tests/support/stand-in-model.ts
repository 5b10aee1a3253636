// Stands in for the process of the model of nudity: the first pixel of a picture says what becomes of it. Writes down that it runs.
import { appendFileSync } from 'node:fs';

const { MODEL_STARTS } = process.env;
if (MODEL_STARTS) appendFileSync(MODEL_STARTS, `${process.pid}\n`);

/** Red is nudity, green ends the process, blue is never answered, and anything else is none. */
process.on('message', ([red = 0, green = 0, blue = 0]: Uint8Array) => {
  const isRed = red > 200 && green < 100;
  if (green > 200 && red < 100) process.exit(1);
  if (blue > 200 && red < 100) return;
  process.send?.({ Drawing: 0, Hentai: 0, Neutral: isRed ? 0.2 : 0.9, Porn: isRed ? 0.8 : 0.1, Sexy: 0 });
});
process.once('disconnect', () => process.exit());
process.send?.('loaded');
