// Scans hosts by the rules of MDN's HTTP Observatory, and prints what it found. A program of its own, since it turns all its connections
// to two ports of loopback: `node observatory.ts <http port> <https port> <hosts…>`.
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';

type Connect = http.Agent['createConnection'];
const [httpPort, httpsPort, ...hosts] = process.argv.slice(2);

for (const [agent, port] of [
  [http.Agent, httpPort],
  [https.Agent, httpsPort],
] as const) {
  const connect: Connect = agent.prototype.createConnection;
  const toLoopback: Connect = function (this: http.Agent, options, done) {
    return connect.call(this, { ...options, host: '127.0.0.1', port: Number(port) }, done);
  };
  agent.prototype.createConnection = toLoopback;
}
// The package downloads the list of preloaded domains when it is installed with its scripts. No example is in it.
const read = fs.readFileSync;
fs.readFileSync = ((path: unknown, ...rest: unknown[]) =>
  String(path).endsWith('hsts-preload.json') ? '{}' : Reflect.apply(read, fs, [path, ...rest])) as typeof read;

const { scan } = await import('@mdn/mdn-http-observatory');
const found: Record<string, { score: number; failed: string[] }> = {};
for (const host of hosts) {
  const { scan: whole, tests } = await scan(host);
  const failed = Object.entries(tests).flatMap(([name, { pass, result }]) => (pass ? [] : [`${name}: ${result}`]));
  found[host] = { score: whole.score, failed };
}
console.log(JSON.stringify(found));
