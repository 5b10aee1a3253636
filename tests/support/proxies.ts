// Proxies between clients and servers: one that loses answers, and one before several servers.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy that drops the answer on every second connection at its first byte: the work is done, but the client does not learn of it. */
export async function cuttingProxy(target: number): Promise<number> {
  let connections = 0;
  const proxy = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    const isCut = (connections += 1) % 2 === 1;
    client.pipe(server);
    server.on('data', (chunk) => void (isCut ? client.destroy() : client.write(chunk)));
    server.on('close', () => client.end()).on('error', () => client.destroy());
    client.on('close', () => server.destroy()).on('error', () => server.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return (proxy.address() as AddressInfo).port;
}

/** A proxy that takes several servers in turn, and passes over one that is down; `used` counts the connections by port. */
export async function balancingProxy(ports: readonly number[]): Promise<{ port: number; used: Map<number, number> }> {
  const used = new Map<number, number>();
  let turn = 0;
  const open = (client: Socket, left: number): void => {
    const port = ports[(turn += 1) % ports.length] ?? 0;
    const server = connect(port, '127.0.0.1');
    let isOpen = false;
    server.once('connect', () => {
      isOpen = true;
      used.set(port, (used.get(port) ?? 0) + 1);
      client.pipe(server).pipe(client);
    });
    server.on('error', () => (isOpen || left === 0 ? client.destroy() : open(client, left - 1)));
    server.on('close', () => isOpen && client.destroy());
    client.on('close', () => server.destroy());
  };
  const proxy = createServer((client) => {
    client.on('error', () => undefined);
    open(client, ports.length - 1);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return { port: (proxy.address() as AddressInfo).port, used };
}
