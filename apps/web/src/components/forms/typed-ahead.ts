/** The characters typed so far, with '\n' for Enter; undefined while nothing is held. */
let held: string | undefined;

/**
 * Holds what is typed until the form that is being opened can take it, however long its code takes to arrive: a scanner
 * types a number in a tenth of a second. Ends with `heldTyping`, or once another dialog has the focus.
 */
export function holdTyping(): void {
  if (held !== undefined) return;
  held = '';
  window.addEventListener('keydown', hold, { capture: true });
}

/** Ends the holding. @returns what was held */
export function heldTyping(): string {
  const text = held ?? '';
  held = undefined;
  window.removeEventListener('keydown', hold, { capture: true });
  return text;
}

function hold(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (document.activeElement?.closest('[aria-modal="true"]')) {
    heldTyping();
    return;
  }
  if (ctrlKey || metaKey || altKey) return;
  if (key === 'Backspace') held = held?.slice(0, -1);
  else if (key === 'Enter') held += '\n';
  else if (key.length === 1) held += key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
