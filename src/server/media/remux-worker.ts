// The thread that makes one recording (src/server/media/remux-apart.ts).
import { parentPort } from 'node:worker_threads';
import { remuxVoice } from './remux-voice.ts';
import { FaultyVoice } from './voice-fault.ts';

parentPort?.once('message', (bytes: Uint8Array) => {
  void remuxVoice(bytes)
    .catch((error: unknown) => ({ fault: error instanceof FaultyVoice ? error.code : 'voice_broken' }))
    .then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage('ready');
