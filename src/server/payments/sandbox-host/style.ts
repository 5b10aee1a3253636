// Stylesheet of the sandbox's page, deliberately unlike any bank or site.

export const STYLE = [
  ':root{color-scheme:light dark;--ink:#16202b;--soft:#52606d;--paper:#fff;--ground:#eef1f4;--line:#cdd5dd;--main:#1d4f8f;--on:#fff;--flag:#ffe28a;--flag-ink:#3d2f00;--bad:#a3211b}',
  '@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#a5b1bd;--paper:#1a222b;--ground:#10161c;--line:#3a4652;--main:#9cc4f5;--on:#0c1a2b;--flag:#4a3b08;--flag-ink:#ffe9a8;--bad:#ff9d96}}',
  '*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}',
  'header{background:repeating-linear-gradient(135deg,var(--flag) 0 14px,color-mix(in srgb,var(--flag) 88%,var(--flag-ink)) 14px 28px);color:var(--flag-ink);text-align:center;padding:12px 16px}',
  'header p{margin:0 auto;max-width:44rem;background:var(--flag);border-radius:8px;padding:6px 12px}',
  'main{max-width:27rem;margin:24px auto;padding:24px 20px;background:var(--paper);border:1px solid var(--line);border-radius:14px}',
  '@media(max-width:30rem){main{margin:0;border-width:0 0 1px;border-radius:0}}',
  'h1{font-size:1.25rem;line-height:1.25;margin:0 0 16px}dl{margin:0 0 24px}dl div{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-top:1px solid var(--line)}',
  'dt{color:var(--soft)}dd{margin:0;text-align:right;overflow-wrap:anywhere}.sum{border:0;align-items:baseline}.sum dd{font-size:1.75rem;font-weight:650;font-variant-numeric:tabular-nums}',
  'fieldset{border:0;margin:0 0 20px;padding:0;display:grid;gap:8px}legend{font-weight:600;padding:0 0 8px}label{display:flex;align-items:center;gap:12px;min-height:48px;padding:0 14px;border:1px solid var(--line);border-radius:10px;cursor:pointer}',
  'label:has(:checked){border-color:var(--main);box-shadow:inset 0 0 0 1px var(--main)}input{width:20px;height:20px;accent-color:var(--main);margin:0}',
  'button,a.main{display:block;width:100%;min-height:48px;padding:10px 16px;border-radius:10px;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}',
  '.main{border:0;background:var(--main);color:var(--on)}.line{border:1px solid var(--line);background:none;color:var(--ink);font-weight:500}.other{display:grid;gap:8px;margin-top:12px}',
  ':focus-visible{outline:3px solid var(--main);outline-offset:2px}.error{color:var(--bad);margin:0;font-weight:600}.status{font-size:1.125rem;font-weight:600;margin:0 0 20px}',
].join('');
