import { createDOMRenderer, FluentProvider, RendererProvider } from '@fluentui/react-components';
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useIsPrinted } from '../../components/page/use-is-printed';
import { themes } from './brand';
import { onThemeChangeInOtherTabs, savedTheme, saveTheme, type ThemeChoice } from './theme-choice';

interface ThemeControl {
  choice: ThemeChoice;
  shown: 'light' | 'dark';
  choose: (choice: ThemeChoice) => void;
}

const ThemeContext = createContext<ThemeControl | null>(null);
/** The page is served with a nonce; the content security policy admits only styles that carry it. */
const { nonce } = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]') ?? {};
const renderer = createDOMRenderer(document, { styleElementAttributes: nonce ? { nonce } : {} });
const darkSystem = matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void) {
  darkSystem.addEventListener('change', changed);
  return () => darkSystem.removeEventListener('change', changed);
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState(savedTheme);
  const systemIsDark = useSyncExternalStore(subscribe, () => darkSystem.matches);
  const isPrinted = useIsPrinted();
  const chosen = choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;
  const shown = isPrinted ? 'light' : chosen;

  useEffect(() => onThemeChangeInOtherTabs(setChoice), []);

  useEffect(() => {
    const { style } = document.documentElement;
    style.colorScheme = shown;
    // The strip beside a scroll bar lies outside the elements that a theme reaches.
    style.backgroundColor = themes[shown].colorNeutralBackground2;
    // A phone paints the bar above the page in the color of the header.
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
