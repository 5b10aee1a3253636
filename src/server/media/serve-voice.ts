// Serves recordings in chats below /media/voice by their random names.
import { bytesOf } from '../storage/file-store.ts';
import { answerRange } from '../static/ranges.ts';
import type { PhotoFiles } from './photo-files.ts';
import { VOICE_FORM } from './photo-forms.ts';
import { voiceType } from './voice-urls.ts';

/** 404 when there is no such file. Parts are answered since Safari plays nothing without. Throws when the store does not answer. */
export async function serveVoice(
  photos: Pick<PhotoFiles, 'read'>,
  request: Request,
  { file, name }: { readonly file: string; readonly name: string },
): Promise<Response> {
  const found = await photos.read(file, VOICE_FORM);
  if (!found?.content) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
  const bytes = await bytesOf(found.content);
  const headers = new Headers({
    'Content-Type': voiceType(name),
    'Content-Length': String(bytes.byteLength),
    'Accept-Ranges': 'bytes',
    // It may be gone the next moment.
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
  });
  const part = answerRange(request, bytes, headers);
  return part ?? new Response(request.method === 'HEAD' ? null : bytes, { headers });
}
