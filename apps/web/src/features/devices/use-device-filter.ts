import { factFilterNames } from '@repairline/contracts/repairs/device-facts';
import { useCallback, useMemo, useState } from 'react';
import { useScreenSearchParams } from '../../components/page/use-screen-search-params';
import type { DeviceFilter } from './live-list/list-api';

export const filterNames = ['q', ...factFilterNames] as const;
export type FilterName = (typeof filterNames)[number];
export type FilterChanges = Partial<Record<FilterName, string>>;

/** The filter is part of the address, so that going back to the list, or sharing it, shows the same devices. */
export function useDeviceFilter() {
  const [params, setParams] = useScreenSearchParams();
  const [clearings, setClearings] = useState(0);
  const filter = useMemo(() => readFilter(params), [params]);
  const narrow = useCallback(
    (changes: FilterChanges) =>
      // Reads the address itself, which is ahead of the rendered state when two choices follow each other quickly.
      setParams(() => writeFilter({ ...readFilter(new URLSearchParams(location.search)), ...changes }), {
        replace: true,
      }),
    [setParams],
  );
  const clear = useCallback(() => {
    setParams(new URLSearchParams(), { replace: true });
    setClearings((count) => count + 1);
  }, [setParams]);
  return { filter, narrow, clear, clearings };
}

export function readFilter(params: URLSearchParams): DeviceFilter {
  const given = filterNames.map((name) => [name, params.get(name)?.trim()] as const);
  return Object.fromEntries(given.filter(([name, value]) => narrows(name, value)));
}

export function writeFilter(filter: DeviceFilter): URLSearchParams {
  const kept = filterNames.flatMap((name) => {
    const value = filter[name]?.trim();
    return narrows(name, value) ? [[name, value]] : [];
  });
  return new URLSearchParams(kept);
}

/** An empty value or the choice 'ALL' clears a filter; a search text may be any text, even 'ALL'. */
function narrows(name: FilterName, value: string | undefined): value is string {
  return Boolean(value) && (value !== 'ALL' || name === 'q');
}
