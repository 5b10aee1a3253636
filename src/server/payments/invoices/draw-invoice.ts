// Draws an invoice and corrections of it as PDF, each on one page.
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { InvoiceText, Line } from './invoice-text.ts';

/** Open Sans, cut to the letters of European languages: the fonts that every reader has lack Polish ones. */
const FACE = fileURLToPath(new URL('open-sans.ttf', import.meta.url));
const MARGIN = 56;
/** In points, of A4. */
const WIDTH = 595 - 2 * MARGIN;
const SIZE = { heading: 22, text: 10, total: 12 } as const;

type Drawing = InstanceType<typeof PDFDocument>;

/** The face has no narrow space, which French puts between thousands. */
const drawable = (text: string): string => text.replaceAll('\u202f', '\u00a0');

/** The same invoice is the same file, byte for byte. */
export async function drawInvoice(...[first, ...more]: readonly [InvoiceText, ...InvoiceText[]]): Promise<Uint8Array> {
  const drawing = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, font: FACE, lang: first.tag, displayTitle: true },
    info: { Title: `${first.heading} ${first.number}`, CreationDate: first.issuedAt },
  });
  const file = buffer(drawing);
  drawPage(drawing, first);
  for (const text of more) drawPage(drawing.addPage(), text);
  drawing.end();
  return file;
}

function drawPage(drawing: Drawing, text: InvoiceText): void {
  drawing.fontSize(SIZE.heading).text(text.heading).fontSize(SIZE.text).moveDown();
  for (const line of text.seller) drawing.text(drawable(line));
  drawing.moveDown(2);
  for (const line of text.facts) drawLine(drawing, line);
  drawRule(drawing);
  for (const line of text.sums) drawLine(drawing, line);
  drawRule(drawing);
  drawing.fontSize(SIZE.total);
  drawLine(drawing, text.total);
}

/** The label at the left, the value at the right end of the line. */
function drawLine(drawing: Drawing, { label, value }: Line): void {
  const top = drawing.y;
  drawing.text(drawable(label), MARGIN, top, { width: WIDTH / 2 });
  const below = drawing.y;
  drawing.text(drawable(value), MARGIN + WIDTH / 2, top, { width: WIDTH / 2, align: 'right' });
  drawing.y = Math.max(below, drawing.y);
  drawing.moveDown(0.4);
}

function drawRule(drawing: Drawing): void {
  const y = drawing.y + 4;
  drawing
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke();
  drawing.y = y + 10;
}
