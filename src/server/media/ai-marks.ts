// Whether a picture says of itself that it was made or altered with AI: by IPTC's digital source type, in XMP or in a C2PA manifest.

/**
 * The ends of the types for pictures made by AI, altered by it, and put together with such parts. Both kinds of metadata hold them as plain
 * text, and no pixels look like them by chance.
 */
const TYPES = ['rainedAlgorithmicMedia', 'compositeSynthetic'] as const;

export function isMarkedAsAi(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return TYPES.some((type) => text.includes(type, 0, 'latin1'));
}
