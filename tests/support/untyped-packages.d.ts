// What is used of packages without types.
declare module 'netlify-redirector' {
  export interface Rule {
    readonly to: string;
    readonly status: number;
    readonly force: boolean;
    readonly proxyHeaders?: Readonly<Record<string, string>>;
  }
  interface Matcher {
    match(request: object): Rule | null;
  }
  const redirector: { parseJSON(rules: string, options: object): Promise<Matcher> };
  export default redirector;
}

declare module '@mdn/mdn-http-observatory' {
  export interface Scan {
    readonly scan: { readonly score: number; readonly grade: string };
    readonly tests: Readonly<Record<string, { readonly pass: boolean; readonly result: string }>>;
  }
  export function scan(host: string): Promise<Scan>;
}
