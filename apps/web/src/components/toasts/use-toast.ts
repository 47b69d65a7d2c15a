import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { messageOf } from '../../api/call-error';
import { toastShown } from './toast-slice';

export function useToast() {
  const dispatch = useDispatch();
  const toast = useCallback((title: string, body?: string) => dispatch(toastShown({ title, body })), [dispatch]);
  const failed = useCallback(
    (thrown: unknown, fallback: string) =>
      dispatch(toastShown({ title: 'Error', body: messageOf(thrown, fallback), intent: 'destructive' })),
    [dispatch],
  );
  return { toast, failed };
}
