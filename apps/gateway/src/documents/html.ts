const REPLACED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => REPLACED[character] ?? character);
}

/** Renders Markdown's paragraphs and `code`, all that the documents use. */
export function prose(text: string): string {
  const paragraphs = text.split(/\n{2,}/u).map((part) => `<p>${inline(part.replaceAll('\n', ' '))}</p>`);
  return paragraphs.join('\n');
}

export function inline(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/gu, '<code>$1</code>');
}

const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #242424; --line: #d1d1d1; --soft: #f5f5f5; --brand: #0f6c74; }
@media (prefers-color-scheme: dark) { :root { --paper: #141414; --ink: #f0f0f0; --line: #3d3d3d; --soft: #1f1f1f; --brand: #5fd0d9; } }
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); }
body { font: 15px/1.5 "Segoe UI", system-ui, sans-serif; margin: 0 auto; max-width: 1100px; padding: 24px 16px 64px; }
a { color: var(--brand); }
a:focus-visible, summary:focus-visible, .wide:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
h1 { font-size: 28px; margin: 0 0 8px; } h2 { margin: 40px 0 8px; } h3 { margin: 28px 0 4px; font-size: 17px; }
h3 code { font-size: 16px; }
nav ul { columns: 2 300px; padding-left: 18px; margin: 4px 0 12px; }
nav a, .ways a { display: inline-block; min-height: 24px; min-width: 24px; padding: 2px 0; }
.ways { display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 0; list-style: none; }
@media (pointer: coarse) { nav a, .ways a { min-height: 44px; padding: 11px 0; } nav ul { columns: auto; } nav li a { display: block; } }
code { background: var(--soft); padding: 1px 4px; border-radius: 4px; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
pre { background: var(--soft); padding: 12px; margin: 8px 0 16px; width: max-content; min-width: 100%; }
pre code { padding: 0; overflow-wrap: normal; }
td code { white-space: nowrap; }
table { border-collapse: collapse; width: 100%; margin: 8px 0 16px; }
caption { text-align: left; font-weight: 600; padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); }
.who { margin: 0 0 8px; }
.skip { position: absolute; left: -999px; } .skip:focus { position: static; }
`;

/** A whole page that loads nothing: the nonce allows its one style sheet. */
export function page({ title, body, nonce }: { title: string; body: string; nonce: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${body}
</body>
</html>
`;
}

/** Links to other pages, the product first. */
export function ways(others: readonly (readonly [path: string, words: string])[]): string {
  const links = [['/', 'To Repairline'] as const, ...others];
  return `<ul class="ways">${links.map(([path, words]) => `<li><a href="${path}">${escaped(words)}</a></li>`).join('')}</ul>`;
}

/** What is wider than the screen scrolls on its own, and can be reached by keyboard. */
const wide = (caption: string, content: string): string =>
  `<div class="wide" tabindex="0" role="region" aria-label="${escaped(caption)}">${content}</div>`;

export function program(caption: string, text: string): string {
  return `<h3>${escaped(caption)}</h3>\n${wide(caption, `<pre><code>${escaped(text)}</code></pre>`)}`;
}

export function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${cell}</td>`).join('');
  const heads = head.map((word) => `<th scope="col">${escaped(word)}</th>`).join('');
  const lines = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
  return wide(
    caption,
    `<table><caption>${escaped(caption)}</caption><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table>`,
  );
}
