// Makes the stored form of a recording: its sound in a new container, and nothing else of what was sent.
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP4,
  Mp4OutputFormat,
  OGG,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { VOICE } from '#domain/limits';
import { FaultyVoice, type RemuxedVoice } from './voice-fault.ts';

/** Recorders stop a little late. */
const MOST_SECONDS = VOICE.seconds + 2;
/** Of the longest recording in the shortest packets there are, of 2.5 ms. */
const MOST_PACKETS = MOST_SECONDS * 400;
/** By how many bytes a container may be larger than what was sent: ten for each packet. */
const MOST_AROUND = MOST_PACKETS * 10;

/** Browsers play Opus in WebM that do not play it in Ogg. */
const CONTAINERS = { opus: 'webm', aac: 'mp4' } as const;

/** Throws a {@link FaultyVoice}. Titles, places, pictures and all else that is no sound is left behind. */
export async function remuxVoice(bytes: Uint8Array): Promise<RemuxedVoice> {
  const input = new Input({ formats: [WEBM, OGG, MP4], source: new BufferSource(bytes) });
  const { track, container } = await soundOf(input).catch(broken);
  const packets = await packetsOf(track, bytes.byteLength).catch(broken);
  const [first, last] = [packets[0], packets.at(-1)];
  if (!first || !last) throw new FaultyVoice('voice_broken');
  const seconds = last.timestamp + last.duration - first.timestamp;
  const written = await write(track, packets, container).catch(broken);
  if (written.byteLength > bytes.byteLength + MOST_AROUND) throw new FaultyVoice('voice_broken');
  return {
    bytes: written,
    seconds: Math.min(VOICE.seconds, Math.max(1, Math.round(seconds))),
    container,
  };
}

/** What a library says of a strange file is no fault of the server. */
function broken(error: unknown): never {
  throw error instanceof FaultyVoice ? error : new FaultyVoice('voice_broken');
}

/** A film is refused, and so is a recording in two tracks. */
async function soundOf(input: Input): Promise<{ track: InputAudioTrack; container: RemuxedVoice['container'] }> {
  const [track, ...others] = await input.getTracks();
  if (!track?.isAudioTrack() || others.length > 0) throw new FaultyVoice('voice_kind');
  const codec = await track.getCodec();
  if (codec !== 'opus' && codec !== 'aac') throw new FaultyVoice('voice_kind');
  return { track, container: CONTAINERS[codec] };
}

/** Packets may be parts of each other: together they are more than was sent in no recording that a browser has made. */
async function packetsOf(track: InputAudioTrack, sent: number): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  let [start, size] = [0, 0];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    start = packets[0]?.timestamp ?? packet.timestamp;
    if (packets.length === MOST_PACKETS || packet.timestamp + packet.duration - start > MOST_SECONDS)
      throw new FaultyVoice('voice_long');
    size += packet.data.byteLength;
    if (size > sent) throw new FaultyVoice('voice_broken');
    packets.push(packet);
  }
  return packets;
}

async function write(
  track: InputAudioTrack,
  packets: readonly EncodedPacket[],
  container: RemuxedVoice['container'],
): Promise<Uint8Array> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (!codec || !decoderConfig) throw new FaultyVoice('voice_broken');
  const format = container === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' });
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const sound = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(sound);
  await output.start();
  const start = packets[0]?.timestamp ?? 0;
  for (const packet of packets)
    await sound.add(packet.clone({ timestamp: packet.timestamp - start }), { decoderConfig });
  await output.finalize();
  if (!target.buffer) throw new FaultyVoice('voice_broken');
  return new Uint8Array(target.buffer);
}
