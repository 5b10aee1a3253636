// Asks a web server of a test over plain HTTP; fetch sets no Host header.
import { get } from 'node:http';

export interface PlainAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly body: string;
}

export const askPlainly = (port: number, host: string, path = '/login'): Promise<PlainAnswer> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host }, agent: false }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? null, body }),
      );
    }).on('error', reject);
  });
