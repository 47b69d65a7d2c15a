import { Button, Input, makeStyles } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { Search16Regular } from '@fluentui/react-icons/svg/search';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { tooltip } from '../tooltip/tooltip';

const DEBOUNCE_MS = 300;

const useStyles = makeStyles({
  search: {
    minWidth: 0,
    '@media (max-width: 767px)': { gridColumn: '1 / -1' },
  },
  clear: { minWidth: '24px' },
});

/** Keeps on-screen keyboards from changing the search text. */
const searchTyping = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  input: { enterKeyHint: 'search' },
} as const;

interface SearchFieldProps {
  /** The text of the search that is in effect. */
  text: string;
  placeholder: string;
  onSearch: (text: string) => void;
}

/** Searches when typing pauses. */
export function SearchField({ text, placeholder, onSearch }: SearchFieldProps) {
  const styles = useStyles();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const [due, setDue] = useState<{ wanted: string; wait: number }>();
  const [searched, setSearched] = useState(text);
  // The address follows later, when more may have been typed: these searches are still on their way to `text`, oldest
  // first.
  const [begun, setBegun] = useState<string[]>([]);

  if (text !== searched) {
    setSearched(text);
    const own = begun.indexOf(text);
    setBegun(own < 0 ? [] : begun.slice(own + 1));
    // The filter was changed elsewhere, by removing a tag or with the browser's back button.
    if (own < 0) {
      setTyped(text);
      setDue(undefined);
    }
  }

  const search = useEffectEvent((wanted: string) => {
    setBegun([...begun, wanted.trim()]);
    onSearch(wanted);
  });
  useEffect(() => {
    if (!due) return undefined;
    const timer = setTimeout(() => search(due.wanted), due.wait);
    return () => clearTimeout(timer);
  }, [due]);

  const type = (wanted: string, wait = DEBOUNCE_MS) => {
    setTyped(wanted);
    setDue({ wanted, wait });
  };

  const clear = () => {
    type('', 0);
    // The button goes with the text; the next scan is meant for the field.
    field.current?.focus();
  };

  return (
    <Input
      ref={field}
      className={styles.search}
      type="text"
      dir="auto"
      inputMode="search"
      aria-label="Search"
      placeholder={placeholder}
      {...searchTyping}
      value={typed}
      onChange={(_, { value }) => type(value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') {
          type(typed, 0);
          // A scanner ends with Enter: the next scan replaces this text.
          currentTarget.select();
        }
        if (key === 'Escape') type('', 0);
      }}
      contentBefore={<Search16Regular aria-hidden />}
      contentAfter={typed ? <ClearButton onClear={clear} /> : undefined}
    />
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <Button
      className={useStyles().clear}
      size="small"
      appearance="transparent"
      icon={<Dismiss16Regular />}
      aria-label="Clear search"
      {...tooltip('Clear search')}
      onClick={onClear}
    />
  );
}
