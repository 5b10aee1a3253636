// Uses a running release as members do, by calls that each release answers: a demo database alone has neither sessions nor messages.
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { demoLogins } from '#scripts/seed/demo';
import { uniqueJpeg } from '../support/pictures.ts';

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookie: string;
}
interface Sending {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly as?: Answer;
  readonly json?: object;
  readonly picture?: Buffer;
}

/** Later releases have calls that the earlier ones have not. */
const UNKNOWN_CALL: readonly number[] = [404, 405];

export class RunningRelease {
  readonly #port: number;
  readonly #host: string;
  constructor(port: number, brand: string) {
    this.#port = port;
    this.#host = `${brand}.localhost:${port}`;
  }

  /** Members log in, join, write, like, complain and buy; those of later releases also report, block, and show a photo. */
  async use(): Promise<void> {
    const [free, premium] = [await this.#login('free'), await this.#login('premium')];
    const found = await this.#call('/api/members.php?gender=any', { as: premium });
    const own = [free, premium].map(({ body }) => (body['user'] as { id: string }).id);
    const others = (found.body['profiles'] as { id: string }[]).filter(({ id }) => !own.includes(id));
    const [first = '', second = ''] = others.map(({ id }) => id);
    for (const as of [free, premium]) {
      const conversation = await this.#write(as, { profile: first, text: 'Good evening' });
      await this.#write(as, { conversation, text: 'From an earlier release: ł, ß, 日本, 👋' });
      await this.#call('/api/like.php', { method: 'PUT', as, json: { id: first } });
    }
    const newcomer = await this.#call('/api/signup.php', { method: 'POST', json: newForm() });
    await this.#write(newcomer, { profile: second, text: 'Held until the address is confirmed' });
    const complaint = { email: '', subject: 'else', text: 'Something went wrong.' };
    await this.#call('/api/complaint.php', { method: 'POST', as: free, json: complaint });
    await this.#buy(premium);
    const report = { profile: first, category: 'scam', text: 'Asks for money' };
    await this.#tryCall('/api/report.php', { method: 'POST', as: premium, json: report });
    await this.#tryCall('/api/block.php', { method: 'PUT', as: premium, json: { id: second } });
    await this.#tryCall('/api/photo.php', { method: 'POST', as: premium, picture: await uniqueJpeg() });
  }

  async #login(kind: (typeof demoLogins)[number]['kind']): Promise<Answer> {
    const { email = '', password = '' } = demoLogins.find((login) => login.kind === kind) ?? {};
    return this.#call('/api/user.php', { method: 'POST', json: { email, password } });
  }

  async #write(as: Answer, message: object): Promise<string> {
    const json = { client_id: crypto.randomUUID(), ...message };
    const { body } = await this.#call('/api/message.php', { method: 'POST', as, json });
    return (body['message'] as { conversation: string }).conversation;
  }

  async #buy(as: Answer): Promise<void> {
    const { body } = await this.#call('/api/packages.php', { as });
    const [offer] = body['packages'] as { id: string }[];
    const json = { package: offer?.id, method: 'visa' };
    const order = await this.#call('/api/payment.php', { method: 'POST', as, json });
    const { payment_id: id } = order.body['payment'] as { payment_id: string };
    const form = new URLSearchParams({ action: 'pay' });
    await fetch(order.body['redirect'] as string, { method: 'POST', body: form, redirect: 'manual' });
    for (;;) {
      const { body: now } = await this.#call(`/api/payment.php?id=${id}`, { as });
      if ((now['payment'] as { status: string }).status === 'paid') return;
      await setTimeout(200);
    }
  }

  async #tryCall(path: string, sending: Sending): Promise<void> {
    const { status, body } = await this.#send(path, sending);
    if (status >= 300 && !UNKNOWN_CALL.includes(status)) throw refused(path, status, body);
    console.log(`${path}: ${status}`);
  }

  async #call(path: string, sending: Sending): Promise<Answer> {
    const answer = await this.#send(path, sending);
    if (answer.status >= 300) throw refused(path, answer.status, answer.body);
    return answer;
  }

  #send(path: string, { method = 'GET', as, json, picture }: Sending): Promise<Answer> {
    const headers = {
      ...{ host: this.#host, 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() },
      'content-type': picture ? 'image/jpeg' : 'application/json',
      ...(as ? { cookie: as.cookie } : {}),
    };
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: this.#port, path, method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const cookie = (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
          const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Answer['body'];
          resolve({ status: answer.statusCode ?? 0, body, cookie });
        });
      });
      sent.on('error', reject);
      sent.end(picture ?? (json && JSON.stringify(json)));
    });
  }
}

const newForm = (): object => ({
  ...{ email: `${crypto.randomUUID()}@example.test`, name: 'Anna Bloom', password: 'seven green bottles' },
  ...{ date_of_birth: '1990-06-15', gender: 'female', seeks: 'male', country: 'NL', language: 'nl' },
  ...{ signup_message: '', terms: 'yes', consent: 'yes' },
});

const refused = (path: string, status: number, body: unknown): Error =>
  new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
