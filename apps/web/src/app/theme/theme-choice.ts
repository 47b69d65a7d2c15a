export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const KEY = 'vite-ui-theme';

export function savedTheme(): ThemeChoice {
  const saved = read();
  return themeChoices.find((choice) => choice === saved) ?? 'system';
}

export function saveTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // A browser that keeps nothing still gets the theme until the page is left.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
