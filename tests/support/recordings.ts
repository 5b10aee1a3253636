// Recordings as browsers make them, of silence: Opus in WebM and Ogg, AAC in MP4; with what else a file may say.
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  type MetadataTags,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';

/** A packet of 20 ms, and the head that says how it is read (RFC 7845). */
const OPUS = {
  codec: 'opus',
  seconds: 0.02,
  packet: new Uint8Array([0xf8, 0xff, 0xfe]),
  decoderConfig: {
    ...{ codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 },
    description: new Uint8Array(Buffer.from('4f707573486561640101380180bb0000000000', 'hex')),
  },
} as const;
/** A frame of 1024 samples. */
const AAC = {
  codec: 'aac',
  seconds: 1024 / 48_000,
  packet: new Uint8Array([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]),
  decoderConfig: {
    ...{ codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 1 },
    description: new Uint8Array([0x11, 0x88]),
  },
} as const;

const KINDS = {
  /** As Chromium records: no length, and nothing to seek by. */
  webm: { ...OPUS, format: () => new WebMOutputFormat({ appendOnly: true }) },
  /** As Firefox does. */
  ogg: { ...OPUS, format: () => new OggOutputFormat() },
  /** As Safari does. */
  mp4: { ...AAC, format: () => new Mp4OutputFormat({ fastStart: 'fragmented' }) },
  /** As older ones did: what describes the sound comes last. */
  oldMp4: { ...AAC, format: () => new Mp4OutputFormat({ fastStart: false }) },
} as const;
export type RecordingKind = keyof typeof KINDS;
export const recordingKinds = Object.keys(KINDS) as RecordingKind[];

interface Wanted {
  readonly kind?: RecordingKind;
  readonly seconds?: number;
  readonly tags?: MetadataTags;
  /** How many tracks of sound. */
  readonly tracks?: number;
  /** In how many bytes it says how its sound is read. */
  readonly head?: number;
}

export async function recording({ kind = 'webm', seconds = 2, tags, tracks = 1, head = 0 }: Wanted = {}): Promise<
  Uint8Array<ArrayBuffer>
> {
  const { codec, packet, seconds: length, format } = KINDS[kind];
  const known = KINDS[kind].decoderConfig.description;
  const description = new Uint8Array(Math.max(head, known.byteLength));
  description.set(known);
  const decoderConfig = { ...KINDS[kind].decoderConfig, description };
  const { output, bytes } = begin(format());
  const sources = Array.from({ length: tracks }, () => new EncodedAudioPacketSource(codec));
  for (const source of sources) output.addAudioTrack(source);
  if (tags) output.setMetadataTags(tags);
  await output.start();
  for (let at = 0; at * length < seconds; at += 1)
    for (const source of sources)
      await source.add(new EncodedPacket(packet, 'key', at * length, length), { decoderConfig });
  return bytes();
}

/** An MP4 whose packets are all the same bytes of it: `seconds` of them are many times the file. */
export async function overlapping(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await recording({ kind: 'oldMp4', seconds });
  bodyOf(file, 'stsz').setUint32(0, 5000);
  const places = bodyOf(file, 'stco');
  for (let at = 1; at <= places.getUint32(0); at += 1) places.setUint32(4 * at, 0);
  return withRoom(file, 200_000);
}

/** An MP4 that says how its sound is read in `size` bytes, which are its only packet as well. */
export async function twice(size: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await recording({ kind: 'oldMp4', seconds: 0.01, head: size });
  bodyOf(file, 'stsz').setUint32(0, size);
  bodyOf(file, 'stco').setUint32(4, Buffer.from(file).indexOf('esds', 0, 'latin1'));
  return withRoom(file, 1000);
}

/** An MP4 that claims four billion packets of no size, which its reader lists one by one. */
export async function countless(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await recording({ kind: 'oldMp4' });
  const sizes = bodyOf(file, 'stsz');
  new Uint8Array(file.buffer).set(Buffer.from('stz2'), sizes.byteOffset - 8);
  sizes.setUint32(4, 0xffff_ffff);
  return file;
}

/** What a box of an MP4 says, after its version and flags. */
const bodyOf = (file: Uint8Array<ArrayBuffer>, box: string): DataView =>
  new DataView(file.buffer, Buffer.from(file.buffer).indexOf(box, 0, 'latin1') + 8);

/** With so many bytes of nothing at its end. */
function withRoom(file: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(file.byteLength + size);
  wider.set(file);
  new DataView(wider.buffer).setUint32(file.byteLength, size);
  wider.set(Buffer.from('free'), file.byteLength + 4);
  return wider;
}

/** A film without sound, of one black picture. */
export async function film(): Promise<Uint8Array<ArrayBuffer>> {
  const { output, bytes } = begin(new WebMOutputFormat());
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = { codec: 'vp8', codedWidth: 16, codedHeight: 16 };
  await source.add(new EncodedPacket(new Uint8Array([0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a]), 'key', 0, 1), {
    decoderConfig,
  });
  return bytes();
}

function begin(format: OutputFormat) {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const bytes = async (): Promise<Uint8Array<ArrayBuffer>> => {
    await output.finalize();
    return new Uint8Array(target.buffer ?? new ArrayBuffer());
  };
  return { output, bytes };
}
