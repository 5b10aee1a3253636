// An export served by Netlify's own parsers and rules, without Netlify. It looks for files as their documentation says.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Header, parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import redirector, { type Rule } from 'netlify-redirector';

export interface Netlify {
  /** What the parsers said of the files. */
  readonly faults: readonly string[];
  /** The file that answers an address with a status, or the address that it is passed on to. */
  ask(address: string): { readonly status: number; readonly answer: string; readonly sent?: Rule['proxyHeaders'] };
  /** The values of a header at an address, from all rules. */
  headerAt(address: string, name: string): string[];
}

/** `folder` has the pages, `config` is the file for Netlify only. */
export async function onNetlify(folder: string, config: string): Promise<Netlify> {
  const redirectFiles = { redirectsFiles: [join(folder, '_redirects')], netlifyConfigPath: config };
  const parsed = await parseAllRedirects({ ...redirectFiles, configRedirects: [], minimal: false });
  const headerFiles = { headersFiles: [join(folder, '_headers')], netlifyConfigPath: config };
  const { headers, errors } = await parseAllHeaders({ ...headerFiles, configHeaders: [], minimal: false });
  const rules = (parsed.redirects as ParsedRule[]).map(({ from, query, ...rule }) => ({
    ...rule,
    origin: from,
    params: query,
  }));
  const matcher = await redirector.parseJSON(JSON.stringify(rules), {});
  const fileAt = (address: string): string | undefined =>
    [address, `${address}.html`, `${address}/index.html`]
      .map((path) => path.replace(/^\/+/, ''))
      .find((path) => path !== '' && existsSync(join(folder, path)) && statSync(join(folder, path)).isFile());
  return {
    faults: [...parsed.errors, ...errors].map(String),
    ask: (address) => {
      const request = { scheme: 'https', host: 'site.example', path: address, query: '', headers: {} };
      const rule = matcher.match({ ...request, cookieValues: {}, getHeader: () => '', getCookie: () => '' });
      const own = fileAt(address);
      if (own && !rule?.force) return { status: 200, answer: own };
      if (!rule) return { status: 404, answer: '404.html' };
      const isForeign = /^https?:/.test(rule.to);
      return {
        status: rule.status,
        answer: isForeign ? rule.to : (fileAt(rule.to) ?? rule.to),
        ...(isForeign ? { sent: rule.proxyHeaders } : {}),
      };
    },
    headerAt: (address, name) =>
      (headers as Header[]).flatMap(({ forRegExp, values }) => (forRegExp.test(address) ? (values[name] ?? []) : [])),
  };
}

interface ParsedRule {
  readonly from: string;
  readonly query: Readonly<Record<string, string>>;
}
