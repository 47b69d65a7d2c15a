import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useLayoutEffect, useState } from 'react';
import { onDemand } from '../../components/on-demand';
import { asksForQuickIntake } from '../../features/quick-intake/slash-key';

const QuickIntakeDialog = onDemand(() =>
  import('../../features/quick-intake/quick-intake-dialog').then(({ QuickIntakeDialog }) => QuickIntakeDialog),
);

/** Opens Quick Intake by '/' on whatever screen shows. */
export function QuickIntakeKey({ user }: { user: SignedInUser }) {
  const [open, setOpen] = useState(false);
  // With what shows: an effect comes after it has been painted, and a key that is pressed in between would be lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!asksForQuickIntake(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return open && <QuickIntakeDialog user={user} onClose={() => setOpen(false)} />;
}
