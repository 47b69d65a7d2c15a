import { Button, Input, makeStyles } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { Search16Regular } from '@fluentui/react-icons/svg/search';
import { useEffect, useRef, useState } from 'react';
import { tooltip } from './tooltip/tooltip';

const DEBOUNCE_MS = 300;

const useStyles = makeStyles({
  search: {
    minWidth: 0,
    '@media (max-width: 767px)': { gridColumn: '1 / -1' },
  },
  clear: { minWidth: '24px' },
});

interface SearchFieldProps {
  /** What is being searched for now. */
  text: string;
  placeholder: string;
  onSearch: (text: string) => void;
}

/** Searches once typing has paused. */
export function SearchField({ text, placeholder, onSearch }: SearchFieldProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState(text);
  const [searched, setSearched] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The filter was changed from elsewhere: a removed tag, the browser's back button.
  if (text !== searched) {
    setSearched(text);
    if (text !== typed.trim()) setTyped(text);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (value: string, wait = DEBOUNCE_MS) => {
    setTyped(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(value), wait);
  };

  return (
    <Input
      className={styles.search}
      type="text"
      inputMode="search"
      aria-label="Search"
      placeholder={placeholder}
      autoComplete="off"
      value={typed}
      onChange={(_, { value }) => type(value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') type(typed, 0);
        if (key === 'Escape') type('', 0);
      }}
      contentBefore={<Search16Regular aria-hidden />}
      contentAfter={
        typed ? (
          <Button
            className={styles.clear}
            size="small"
            appearance="transparent"
            icon={<Dismiss16Regular />}
            aria-label="Clear search"
            {...tooltip('Clear search')}
            onClick={() => type('', 0)}
          />
        ) : undefined
      }
    />
  );
}
