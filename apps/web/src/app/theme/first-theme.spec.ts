import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { themes } from './brand';
import { saveTheme } from './theme-choice';

const web = join(__dirname, '../../..');
const script = readFileSync(join(web, 'public/theme.js'), 'utf8');
const html = readFileSync(join(web, 'index.html'), 'utf8');

/** As browsers write it, which is not how the themes do. */
function asShown(color: string): string {
  const { style } = document.createElement('div');
  style.backgroundColor = color;
  return style.backgroundColor;
}

test.each(['light', 'dark'] as const)('before the app is loaded, the page has the saved %s theme already', (choice) => {
  saveTheme(choice);
  const element = document.createElement('script');
  // A block, so that the script can run twice in one page.
  element.textContent = `{ ${script} }`;
  document.head.append(element);
  const { style } = document.documentElement;
  expect(style.colorScheme).toBe(choice);
  expect(style.backgroundColor).toBe(asShown(themes[choice].colorNeutralBackground2));
});

test.each(['light', 'dark'] as const)(
  'before the app is loaded, the bar above the page suits a %s system',
  (system) => {
    const bar = `media="(prefers-color-scheme: ${system})" content="${themes[system].colorNeutralBackground1}"`;
    expect(html).toContain(bar);
  },
);
