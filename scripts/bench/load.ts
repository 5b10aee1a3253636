// A small load client: many keep-alive connections on raw sockets, each sending its next request as soon as it has its
// answer.
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly port: number;
  /** Complete requests that the connections send in turn, or a function that makes the next one. */
  readonly requests: readonly Buffer[] | ((turn: number) => Buffer);
  readonly connections: number;
  readonly ms: number;
}

/** A raw HTTP request: a GET, or another method with a JSON body. */
export function requestText(
  path: string,
  headers: Readonly<Record<string, string>>,
  sent?: { readonly method: string; readonly json: object },
): Buffer {
  const body = sent ? JSON.stringify(sent.json) : '';
  const about = sent ? { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` } : {};
  const lines = Object.entries({ ...headers, ...about }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${sent?.method ?? 'GET'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** Answers a second. Throws when any answer is not a 200, because a fast refusal would falsify the figure. */
export async function answersPerSecond({ port, requests, connections, ms }: Load): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  let next = 0;
  let answers = 0;
  let isOver = false;
  const started = performance.now();
  const send = (socket: Socket): void => {
    next += 1;
    const request = typeof requests === 'function' ? requests(next) : requests[next % requests.length];
    if (request && !isOver) socket.write(request);
  };
  const failed = new Promise<never>((_, reject) => {
    for (const socket of sockets) {
      let text = '';
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        const end = endOfAnswer(text);
        if (end === 0) return;
        if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(`The server answered: ${text.slice(0, 300)}`));
        text = text.slice(end);
        answers += 1;
        send(socket);
      });
    }
  });
  sockets.forEach(send);
  await Promise.race([failed, new Promise((resolve) => setTimeout(resolve, ms))]);
  const seconds = (performance.now() - started) / 1000;
  isOver = true;
  for (const socket of sockets) socket.destroy();
  return answers / seconds;
}

/** The end of the first answer in `text`, or 0 when it is incomplete. */
function endOfAnswer(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const at = text.search(/content-length: /i);
  if (at < 0 || at > head) {
    const last = text.indexOf('0\r\n\r\n', head);
    return last < 0 ? 0 : last + 5;
  }
  const end = head + 4 + Number.parseInt(text.slice(at + 16, at + 26), 10);
  return text.length >= end ? end : 0;
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject);
    socket.setNoDelay(true);
  });
}

export interface TimedAnswer {
  readonly ms: number;
  readonly status: number;
  readonly body: string;
}

/** Sends requests one after the other on one connection, and times each answer to its last byte. */
export async function timeAnswers(port: number, requests: readonly Buffer[]): Promise<TimedAnswer[]> {
  const socket = await open(port);
  const answers: TimedAnswer[] = [];
  for (const request of requests) answers.push(await timeAnswer(socket, request));
  socket.destroy();
  return answers;
}

function timeAnswer(socket: Socket, request: Buffer): Promise<TimedAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    const take = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      if (endOfAnswer(text) === 0) return;
      const ms = performance.now() - started;
      socket.off('data', take).off('error', reject);
      resolve({ ms, status: Number(text.slice(9, 12)), body: text.slice(text.indexOf('\r\n\r\n') + 4) });
    };
    socket.on('data', take).on('error', reject);
    const started = performance.now();
    socket.write(request);
  });
}
