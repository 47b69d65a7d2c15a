const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea';

/** Whether a key press opens Quick Intake: '/' alone, outside text fields, while no dialog is open. */
export function isQuickIntakeKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey) return false;
  if (document.querySelector('[aria-modal="true"]')) return false;
  return !(target instanceof HTMLElement && (target.matches(TYPED_INTO) || target.isContentEditable));
}
