import type { WorkSession } from '@repairline/contracts/repairs/views';
import { useEffect, useEffectEvent } from 'react';
import { useDispatch } from 'react-redux';
import { toastShown } from '../../components/toasts/toast-slice';
import { REMINDER, watchActivity } from './reminder';

/** Scrolling does not count: lists scroll by themselves when others add to them. */
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/** Asks people who work without a session whether they want to start one. */
export function useSessionReminder(session: WorkSession | null | undefined): void {
  const dispatch = useDispatch();
  const isDue = useEffectEvent(() => session === null);
  useEffect(() => {
    const watch = watchActivity({
      isDue: () => isDue(),
      remind: () =>
        dispatch(
          toastShown({
            title: 'Start your work session?',
            body: 'Start it from the user menu.',
            shownFor: REMINDER.shownFor,
          }),
        ),
    });
    for (const name of ACTIVITY) addEventListener(name, watch.active, { passive: true, capture: true });
    return () => {
      for (const name of ACTIVITY) removeEventListener(name, watch.active, { capture: true });
      watch.stop();
    };
  }, [dispatch]);
}
