import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { number } from './figure.mjs';

const COLUMNS = ['figure', 'measured', 'against', 'ratio', 'reach', ''];

/** The text of a row, as both the terminal's table and the page's show it. */
function cells(entry) {
  const { name, unit, against, peerValue, ratio, ratioMin, ratioMax, reach, ok } = entry;
  const range = (value, min, max) => (min === max ? number(value) : `${number(value)} (${number(min)}–${number(max)})`);
  const peer =
    against && (peerValue === null ? `${against}: not measured` : `${against}: ${number(peerValue)} ${unit}`);
  return [
    name,
    `${range(entry.value, entry.min, entry.max)} ${unit}`,
    peer ?? '',
    ratio === null ? '' : range(ratio, ratioMin, ratioMax),
    reach ?? '',
    ok === null ? '' : ok ? 'yes' : 'NO',
  ];
}

export function tableForTerminal(figures) {
  const rows = [COLUMNS, ...figures.map(cells)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function tableInMarkdown(figures) {
  const line = (row) => `| ${row.join(' | ')} |`;
  const titles = [...COLUMNS.slice(0, -1), 'reached'];
  return [line(titles), line(titles.map(() => '---')), ...figures.map((entry) => line(cells(entry)))].join('\n');
}

export function remarks(figures) {
  return figures.filter(({ note }) => note).map(({ name, note }) => `${name}: ${note}`);
}

/** The page that holds the last quiet measurement. */
export const PAGE = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'performance.md');

export async function performancePage({ machine, commit, measuredAt, minutes, figures }) {
  const short = [...new Set(figures.filter(({ ok }) => ok === false).map(({ name }) => name))];
  const noted = remarks(figures);
  const page = `# Performance

Measured by \`npm run bench -- --write\` in ${number(minutes)} minutes on ${measuredAt.slice(0, 10)}, commit ${commit}, on ${machine}.

Each peer or limit ran in a process of its own, alternating with what is compared to it, against the same database server
in the same run. The ratio is the result; the absolute values are those of this machine. All values are medians of the
rounds, with minimum and maximum.
${short.length > 0 ? `\nShort of its reach: ${short.join('; ')}.\n` : ''}
${tableInMarkdown(figures)}
${noted.length > 0 ? `\n${noted.map((remark) => `- ${remark}`).join('\n')}\n` : ''}`;
  return format(page, { ...(await resolveConfig(PAGE)), filepath: PAGE });
}
