// What a Redis does for live events: connections subscribe to a channel, and get what others publish there.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface FakeRedis {
  readonly url: string;
  /** Ends all connections without warning and refuses new ones. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** How many connections listen to a channel. */
  readonly listeners: number;
}

/** The commands in what has arrived, and the rest that is not complete yet. */
function commandsIn(text: string): [readonly (readonly string[])[], string] {
  const commands: string[][] = [];
  for (let rest = text; ;) {
    const count = Number(/^\*(\d+)\r\n/.exec(rest)?.[1] ?? -1);
    let at = rest.indexOf('\r\n') + 2;
    const words: string[] = [];
    while (count >= 0 && words.length < count) {
      const length = Number(/^\$(\d+)\r\n/.exec(rest.slice(at))?.[1] ?? -1);
      const start = rest.indexOf('\r\n', at) + 2;
      if (length < 0 || rest.length < start + length + 2) break;
      words.push(rest.slice(start, start + length));
      at = start + length + 2;
    }
    if (count < 0 || words.length < count) return [commands, rest];
    commands.push(words);
    rest = rest.slice(at);
  }
}

/** Texts are bytes here, one letter each. */
const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

export async function startFakeRedis(): Promise<FakeRedis> {
  const open = new Set<Socket>();
  const subscribed = new Map<Socket, string>();
  const answer = (socket: Socket, [name = '', ...words]: readonly string[]): string => {
    const [channel = '', payload = ''] = words;
    switch (name.toLowerCase()) {
      case 'subscribe':
        subscribed.set(socket, channel);
        return `*3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`;
      case 'publish':
        for (const [listener, wanted] of subscribed)
          if (wanted === channel) listener.write(`*3\r\n${bulk('message')}${bulk(channel)}${bulk(payload)}`, 'latin1');
        return `:${subscribed.size}\r\n`;
      case 'info':
        return bulk('redis_version:7.0.0\r\nloading:0\r\n');
      default:
        return '+OK\r\n';
    }
  };
  const server = createServer((socket) => {
    let text = '';
    open.add(socket);
    socket.on('close', () => (open.delete(socket), subscribed.delete(socket))).on('error', () => socket.destroy());
    socket.setEncoding('latin1').on('data', (chunk) => {
      const [commands, rest] = commandsIn(text + String(chunk));
      text = rest;
      for (const command of commands) socket.write(answer(socket, command), 'latin1');
    });
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const goAway = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  onTestFinished(() => (server.listening ? goAway() : undefined));
  return {
    url: `redis://127.0.0.1:${port}`,
    goAway,
    comeBack: () => listen(port),
    get listeners() {
      return subscribed.size;
    },
  };
}
