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
    // In a browser without storage, the theme still applies until the page is left.
  }
}

/** Reports choices made in other tabs, until the returned function is called. */
export function onThemeChangeInOtherTabs(tell: (choice: ThemeChoice) => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    // `key` is null when the whole storage was cleared.
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
