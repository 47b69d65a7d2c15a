import { useCallback } from 'react';
import { useLocation, useSearchParams, type SetURLSearchParams } from 'react-router-dom';

/**
 * The address's search parameters. They change only while the address is still that of the rendered screen: a search
 * typed earlier may start while another screen is loading, and would take the person back.
 */
export function useScreenSearchParams(): [URLSearchParams, SetURLSearchParams] {
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
