import type { WorkSession } from '@repairline/contracts/repairs/views';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useCurrentSessionQuery, useEndSessionMutation, useStartSessionMutation } from '../../api/calls/sessions';
import { toastShown } from '../../components/toasts/toast-slice';

const POLL_MS = 5000;

/** `session` is undefined until it is known whether one is running; `pending` says that this is about to be known. */
export interface WorkSessionControl {
  session: WorkSession | null | undefined;
  pending: boolean;
  start: () => Promise<void>;
  end: () => Promise<void>;
}

/** The caller's work session, polled even while the page is not in view. */
export function useWorkSession(): WorkSessionControl {
  const dispatch = useDispatch();
  const { data: session, isLoading } = useCurrentSessionQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: false,
    refetchOnMountOrArgChange: true,
  });
  const [startSession, starting] = useStartSessionMutation();
  const [endSession, ending] = useEndSessionMutation();

  const start = useCallback(async () => {
    const { error } = await startSession();
    dispatch(
      error
        ? toastShown({ title: 'Failed to start work session', intent: 'destructive' })
        : toastShown({ title: 'Work session started', body: 'Your repair time is now being tracked' }),
    );
  }, [dispatch, startSession]);

  const end = useCallback(async () => {
    const { error } = await endSession();
    dispatch(
      error
        ? toastShown({ title: 'Failed to end work session', intent: 'destructive' })
        : toastShown({ title: 'Work session ended', body: 'Your session has been saved' }),
    );
  }, [dispatch, endSession]);

  return { session, pending: isLoading || starting.isLoading || ending.isLoading, start, end };
}
