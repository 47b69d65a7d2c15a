import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useLayoutEffect, useState } from 'react';
import { lateDialog } from '../../components/late/late-part';
import { holdTyping } from '../../components/forms/typed-ahead';

const QuickIntakeDialog = lateDialog(() =>
  import('../../features/intake/quick-intake-dialog').then(({ QuickIntakeDialog }) => QuickIntakeDialog),
);

/** Opens Quick Intake when '/' is pressed on any screen. */
export function QuickIntakeKey({ user }: { user: SignedInUser }) {
  const [open, setOpen] = useState(false);
  // A layout effect listens as soon as the screen shows; a plain effect runs after painting and would miss keys pressed
  // in between.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isQuickIntakeKey(event)) return;
      event.preventDefault();
      holdTyping();
      setOpen(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return open && <QuickIntakeDialog user={user} onClose={() => setOpen(false)} />;
}

const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea';

/** Whether a key press opens Quick Intake: '/' alone, outside text fields, while no dialog is open. */
export function isQuickIntakeKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey) return false;
  if (document.querySelector('[aria-modal="true"]')) return false;
  return !(target instanceof HTMLElement && (target.matches(TYPED_INTO) || target.isContentEditable));
}
