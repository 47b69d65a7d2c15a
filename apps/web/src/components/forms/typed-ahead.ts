/** The characters typed so far, with '\n' for Enter; undefined while nothing is held. */
let held: string | undefined;

/**
 * Holds what is typed until the form that is being opened can take it, however long its code takes to arrive: a scanner
 * types a number in a tenth of a second. Ends with `heldTyping`, which it returns, or once another dialog has the focus.
 */
export function holdTyping(): () => void {
  held ??= '';
  addEventListener('keydown', hold, true);
  return heldTyping;
}

/** Ends the holding. @returns what was held */
export function heldTyping(): string {
  const text = held ?? '';
  held = undefined;
  removeEventListener('keydown', hold, true);
  return text;
}

function hold(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey } = event;
  if (document.activeElement?.closest('[aria-modal="true"]')) return void heldTyping();
  const text = key === 'Enter' ? '\n' : key;
  if (ctrlKey || metaKey || text.length > 1) return;
  held += text;
  event.preventDefault();
  event.stopImmediatePropagation();
}
