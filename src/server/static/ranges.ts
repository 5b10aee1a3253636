// Answers range requests, which Safari requires to play video.

interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The range of a header, clamped to the file: null for an unsupported one, 'none' when it is outside of the file. */
function rangeOf(header: string | null, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < from) return null;
  return from >= size || (first === '' && Number(last) === 0) ? 'none' : { from, to };
}

/** The response to a range request, or null to serve the whole file. `headers` are those of the whole file. */
export function answerRange(request: Request, bytes: Uint8Array<ArrayBuffer>, headers: Headers): Response | null {
  const condition = request.headers.get('If-Range');
  if (condition !== null && condition !== headers.get('ETag')) return null;
  const range = rangeOf(request.headers.get('Range'), bytes.byteLength);
  if (range === null) return null;
  const out = new Headers(headers);
  if (range === 'none') {
    out.set('Content-Range', `bytes */${bytes.byteLength}`);
    out.delete('Content-Length');
    return new Response(null, { status: 416, headers: out });
  }
  const part = bytes.slice(range.from, range.to + 1);
  out.set('Content-Range', `bytes ${range.from}-${range.to}/${bytes.byteLength}`);
  out.set('Content-Length', String(part.byteLength));
  return new Response(request.method === 'HEAD' ? null : part, { status: 206, headers: out });
}
