// The process that holds the model (src/server/media/nudity-guard.ts): it gets the pixels of a picture, and answers the shares of its classes.
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { load } from 'nsfwjs/core';
import { MobileNetV2Model } from 'nsfwjs/models/mobilenet_v2';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const SIDE = 224;

setWasmPaths(`${dirname(fileURLToPath(import.meta.resolve('@tensorflow/tfjs-backend-wasm')))}/`);
await tf.setBackend('wasm');
const model = await load('MobileNetV2', { modelDefinitions: [MobileNetV2Model] });

process.on('message', (pixels: Uint8Array) => {
  const picture = tf.tensor3d(pixels, [SIDE, SIDE, 3]);
  void model.classify(picture).then((classes) => {
    picture.dispose();
    process.send?.(Object.fromEntries(classes.map(({ className, probability }) => [className, probability])));
  });
});
process.once('disconnect', () => process.exit());
process.send?.('loaded');
