// Stands in for XMLHttpRequest, which only browsers have: sends to the test server, with its progress in two steps.
import { siteAt, type TestServer } from './server.ts';
import { pageFetch } from './page-fetch.ts';

export interface UploadTraffic {
  /** What the next uploads do instead of being sent: lose the connection, or never end; or they are sent, and the answer is lost. */
  fault: 'lost' | 'held' | 'unanswered' | null;
  /** Addresses of what was sent. */
  readonly sent: string[];
  /** The server answers nothing before. */
  answering: Promise<void>;
  /** Uploads that were stopped. */
  aborted: number;
  stop(): void;
}

export function uploadFromStores(server: TestServer, cookie: () => string): UploadTraffic {
  const ask = pageFetch(server, siteAt(0), cookie);
  const before = globalThis.XMLHttpRequest;
  const stop = (): void => void (globalThis.XMLHttpRequest = before);
  const traffic: UploadTraffic = { fault: null, sent: [], answering: Promise.resolve(), aborted: 0, stop };
  class FakeRequest {
    status = 0;
    responseText = '';
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: (() => void) | null;
    onloadend?: () => void;
    #headers: Record<string, string> = {};
    #answered: Headers | null = null;
    #at = { method: '', path: '' };
    open(method: string, path: string): void {
      this.#at = { method, path };
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }
    getResponseHeader(name: string): string | null {
      return this.#answered?.get(name) ?? null;
    }
    abort(): void {
      traffic.aborted += 1;
      this.onabort?.();
      this.onloadend?.();
    }
    send(file: Blob): void {
      void this.#send(file);
    }
    async #send(file: Blob): Promise<void> {
      const { size } = file;
      const { fault } = traffic;
      traffic.sent.push(`${this.#at.method} ${this.#at.path}`);
      await Promise.resolve();
      this.upload.onprogress?.({ loaded: size / 2, total: size });
      if (fault === 'held') return;
      if (fault === 'lost') {
        this.onerror?.();
        return this.onloadend?.();
      }
      this.upload.onprogress?.({ loaded: size, total: size });
      const body = await file.arrayBuffer();
      await traffic.answering;
      const answer = await ask(this.#at.path, { method: this.#at.method, headers: this.#headers, body });
      this.responseText = await answer.text();
      if (fault === 'unanswered') {
        this.onerror?.();
        return this.onloadend?.();
      }
      this.status = answer.status;
      this.#answered = answer.headers;
      this.onload?.();
      this.onloadend?.();
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  return traffic;
}
