import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const NOT_OURS = new Set(['.git', '.cache', '.data', '.nx', 'node_modules', 'dist', 'test-results']);
const FENCE = /^```.*?^```/gms;
const LINK = /\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g;
const SPAN = /`([^`\n]+)`/g;
const FILE = /^[\w@.<>*/-]+\.(ts|tsx|mjs|sh|sql|md|json|ya?ml|conf|svg|png|csv|txt|html)$/;

/** Files made when the product is started, set up or measured. */
const MADE = new Set([
  ...['secrets.json', 'run.json', 'children.json', 'supervisor.json', 'credentials.json', 'schools.json'],
  ...['.env', 'repairline-secrets.yaml', 'result.json', 'docs/performance.md'],
]);

/** Every file in the checkout that people wrote, as a path from the root. */
export function filesOf(root, folder = root) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesOf(root, path);
    return [relative(root, path).replaceAll('\\', '/')];
  });
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(text) {
  const headings = text.replaceAll(FENCE, '').matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/**
 * What a page mentions that does not exist: targets of relative links with their headings, paths in the repository,
 * files in its own folder, and `npm run` scripts. A `<word>` or `*` in a path stands for any name. @returns sentences
 */
export function missingIn(root, page, files, text = readFileSync(join(root, page), 'utf8')) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const links = [...text.matchAll(LINK)].map(([, markdown, html]) => markdown ?? html).filter(isRelative);
  const spans = [...text.replaceAll(FENCE, '').matchAll(SPAN)].map(([, span]) => span);
  const commands = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name]) => name);
  return [
    ...links.filter((link) => !leadsSomewhere(root, page, link)).map((link) => `${page}: the link ${link}`),
    ...spans.filter((span) => isPath(span, files) && !isThere(span, page, files)).map((span) => `${page}: ${span}`),
    ...commands.filter((name) => !scripts[name]).map((name) => `${page}: npm run ${name}`),
  ];
}

const isRelative = (link) => !/^[a-z]+:/.test(link);

function leadsSomewhere(root, page, link) {
  const [path, anchor] = link.split('#');
  const target = path ? join(root, dirname(page), path) : join(root, page);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

function isPath(span, files) {
  if (MADE.has(span.replace('DATA_DIR/', '')) || /^\/| /.test(span)) return false;
  const [first, rest] = span.split(/\/(.*)/s);
  return FILE.test(span) || (rest !== undefined && files.some((file) => file.startsWith(`${first}/`)));
}

/** Matches from the root, or by the end of a path; a folder's README may shorten only paths in that folder. */
function isThere(span, page, files) {
  const room = page.endsWith('/README.md') && !page.startsWith('docs/') ? `${dirname(page)}/` : '';
  const wanted = span
    .replace(/\/$/, '')
    .split(/<[^>]*>|\*/)
    .map(escaped)
    .join('[^/]*');
  const pattern = new RegExp(`^(${escaped(room)}(.*/)?)?${wanted}(/|$)`);
  return files.some((file) => pattern.test(file));
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
