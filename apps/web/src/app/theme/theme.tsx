import { createDOMRenderer, FluentProvider, RendererProvider } from '@fluentui/react-components';
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { themes } from './brand';
import { heedOtherTabs, savedTheme, saveTheme, type ThemeChoice } from './theme-choice';

interface ThemeControl {
  choice: ThemeChoice;
  shown: 'light' | 'dark';
  choose: (choice: ThemeChoice) => void;
}

const ThemeContext = createContext<ThemeControl | null>(null);
/** The page is served with a nonce of its own, and only styles that carry it are let in. */
const { nonce } = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]') ?? {};
const renderer = createDOMRenderer(document, { styleElementAttributes: nonce ? { nonce } : {} });
const darkSystem = matchMedia('(prefers-color-scheme: dark)');

function subscribeToSystem(changed: () => void) {
  darkSystem.addEventListener('change', changed);
  return () => darkSystem.removeEventListener('change', changed);
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState(savedTheme);
  const systemIsDark = useSyncExternalStore(subscribeToSystem, () => darkSystem.matches);
  const shown = choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;

  useEffect(() => heedOtherTabs(setChoice), []);

  useEffect(() => {
    const { style } = document.documentElement;
    style.colorScheme = shown;
    // The strip beside a scroll bar lies outside of everything that a theme reaches.
    style.backgroundColor = themes[shown].colorNeutralBackground2;
    // A phone paints the bar above the page in the colour of the header.
    document
      .querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
      .forEach((meta) => (meta.content = themes[shown].colorNeutralBackground1));
  }, [shown]);

  const choose = (next: ThemeChoice) => {
    saveTheme(next);
    setChoice(next);
  };

  return (
    <ThemeContext value={{ choice, shown, choose }}>
      <RendererProvider renderer={renderer}>
        <FluentProvider theme={themes[shown]}>
          <div className="app">{children}</div>
        </FluentProvider>
      </RendererProvider>
    </ThemeContext>
  );
}

export function useTheme(): ThemeControl {
  const control = use(ThemeContext);
  if (!control) throw new Error('useTheme needs a ThemeProvider above it');
  return control;
}
