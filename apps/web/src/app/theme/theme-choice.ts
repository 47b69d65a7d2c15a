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

/** Tells of choices made in other tabs, until the function that it returns is called. */
export function heedOtherTabs(tell: (choice: ThemeChoice) => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    // There is no key when all that was kept has been cleared.
    if (key === KEY || key === null) tell(savedTheme());
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
