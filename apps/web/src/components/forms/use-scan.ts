import { useRef, type KeyboardEvent } from 'react';

/** Browsers wait this long for the next letter of an option's name. */
const PAUSE_MS = 1_000;

/**
 * Recognizes a label that is scanned while a list of options has the focus. A scanner types like a keyboard and ends with
 * Enter, so the browser takes the letters for the beginning of an option and chooses it. Text that contains a digit and
 * begins no option is a label.
 * @param onScan gets the label, and the value that the list had before it was scanned
 */
export function useScan(onScan: (label: string, before: string) => void) {
  const run = useRef({ text: '', before: '', lastAt: -Infinity });
  return (event: KeyboardEvent<HTMLSelectElement>): void => {
    const { key, timeStamp, currentTarget: list } = event;
    const { text, before, lastAt } = run.current;
    const goesOn = timeStamp - lastAt < PAUSE_MS;
    if (key.length === 1) {
      run.current = goesOn
        ? { text: text + key, before, lastAt: timeStamp }
        : { text: key, before: list.value, lastAt: timeStamp };
    } else if (key === 'Enter') {
      run.current.lastAt = -Infinity;
      if (!goesOn || !isLabel(text, list)) return;
      event.preventDefault(); // Enter opens the list
      onScan(text, before);
    }
  };
}

function isLabel(text: string, list: HTMLSelectElement): boolean {
  const beginsOption = [...list.options].some((option) => option.text.toLowerCase().startsWith(text.toLowerCase()));
  return /\d/u.test(text) && !beginsOption;
}
