// The HTML part of a mail: the brand on its colours, the paragraphs of the text, and the link as a button.
import { escapeHtml } from '#html/escape';

/** A line below the text; a link stands for itself. */
export type FooterLine = string | { readonly label: string; readonly link: string };

export interface HtmlMail {
  /** BCP 47 tag of the text's language. */
  readonly tag: string;
  readonly brand: string;
  /** CSS colours of the page, by light and dark, and of the button, whose label is white. */
  readonly colours: { readonly page: { readonly light: string; readonly dark: string }; readonly button: string };
  readonly subject: string;
  /** Plain text: paragraphs are separated by an empty line; one that is only `button.link` becomes the button. */
  readonly text: string;
  readonly button: { readonly link: string; readonly label: string } | null;
  /** Lines below the text: how to end the mails, the company and its address. */
  readonly footer: readonly FooterLine[];
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * The only rules that cannot be inline. Programs that drop them show the light colours; those that read them must also
 * overrule what is inline.
 */
const darkStyles = (page: string): string => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${page}!important}
.card{background:${mixed(page, '#ffffff', 0.08)}!important}
.card,.card a.link,.brand{color:#f2eeec!important}
.small,.small a{color:#c9c2be!important}
}`;

/** A whole document. Styles are inline, since many mail programs drop style sheets; nothing is loaded from anywhere. */
export function htmlMail({ tag, brand, colours, subject, text, button, footer }: HtmlMail): string {
  const { light, dark } = colours.page;
  const paragraphs = text.split(/\n{2,}/).map((part) => paragraphHtml(part, button, colours.button));
  const small = footer.map(footerHtml).join('<br>\n');
  return `<!doctype html>
<html lang="${escapeHtml(tag)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles(dark)}</style>
</head>
<body class="page" style="margin:0;background:${light}">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr>
<td class="brand" style="padding:0 8px 16px;${FONT};font-size:24px;line-height:32px;font-weight:700;color:${colours.button}">${escapeHtml(brand)}</td>
</tr><tr>
<td class="card" style="padding:24px 24px 8px;border-radius:12px;background:#ffffff;${FONT};font-size:16px;line-height:24px;color:#222222;overflow-wrap:anywhere">
${paragraphs.join('\n')}
</td>
</tr><tr>
<td class="small" style="padding:16px 8px;${FONT};font-size:13px;line-height:20px;color:#4a4a4a">${small}</td>
</tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** A colour with a share of another; both as #rrggbb. */
function mixed(colour: string, other: string, share: number): string {
  const parts = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const others = parts(other);
  const sum = parts(colour).map((part, at) => Math.round(part * (1 - share) + (others[at] ?? 0) * share));
  return `#${sum.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const footerHtml = (line: FooterLine): string =>
  typeof line === 'string'
    ? escapeHtml(line)
    : `<a href="${escapeHtml(line.link)}" style="color:#4a4a4a">${escapeHtml(line.label)}</a>`;

const MARGIN = 'margin:0 0 16px';

function paragraphHtml(part: string, button: HtmlMail['button'], colour: string): string {
  if (button === null || part.trim() !== button.link) return `<p style="${MARGIN}">${linkUrls(part, colour)}</p>`;
  const style = `display:inline-block;padding:12px 24px;border-radius:8px;background:${colour};color:#ffffff;font-weight:700;text-decoration:none`;
  return `<p style="${MARGIN}"><a href="${escapeHtml(button.link)}" style="${style}">${escapeHtml(button.label)}</a></p>`;
}

/** Plain text as HTML: its web addresses become links, its line breaks stay. */
const linkUrls = (text: string, colour: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map((part, at) => {
      const html = escapeHtml(part).replaceAll('\n', '<br>\n');
      return at % 2 === 1 ? `<a class="link" href="${html}" style="color:${colour}">${html}</a>` : html;
    })
    .join('');
