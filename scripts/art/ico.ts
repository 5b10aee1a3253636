// Wraps one PNG in the ICO container that old browsers ask for as /favicon.ico.

const HEADER = 22;

export function iconFile(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one picture
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits a pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(HEADER, 18);
  return Buffer.concat([header, png]);
}
