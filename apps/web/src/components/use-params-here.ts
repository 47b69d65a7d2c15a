import { useCallback } from 'react';
import { useLocation, useSearchParams, type SetURLSearchParams } from 'react-router-dom';

/**
 * The address's parameters. They are changed only while the address is that of the screen that shows: somebody may have gone to
 * another one, which is still loading, when a search begins that they typed before. It would take them back.
 */
export function useParamsHere(): [URLSearchParams, SetURLSearchParams] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const setHere = useCallback<SetURLSearchParams>(
    (next, options) => {
      if (location.pathname === pathname) setParams(next, options);
    },
    [pathname, setParams],
  );
  return [params, setHere];
}
