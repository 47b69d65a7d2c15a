import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useLayoutEffect, useState } from 'react';
import { lateDialog } from '../../components/late/late-part';
import { holdTyping } from '../../components/forms/typed-ahead';
import { isQuickIntakeKey } from '../../features/intake/slash-key';

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
