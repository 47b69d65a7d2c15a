import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DeviceFilter } from '../../api/device-list';

export const filterNames = ['q', 'school', 'status', 'priority'] as const;
export type FilterName = (typeof filterNames)[number];

/** The filter is in the address, so that going back to the list, or sharing it, shows the same devices. */
export function useDeviceFilter() {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readFilter(params), [params]);
  const narrow = useCallback(
    (changes: Partial<Record<FilterName, string>>) =>
      // The address itself, for it is ahead of what is rendered when two choices follow each other quickly.
      setParams(() => writeFilter({ ...readFilter(new URLSearchParams(location.search)), ...changes }), {
        replace: true,
      }),
    [setParams],
  );
  return { filter, narrow };
}

export function readFilter(params: URLSearchParams): DeviceFilter {
  const given = filterNames.map((name) => [name, params.get(name)?.trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value && value !== 'ALL'));
}

/** 'ALL' and empty clear a filter. */
export function writeFilter(filter: DeviceFilter): URLSearchParams {
  const kept = filterNames.flatMap((name) => {
    const value = filter[name]?.trim();
    return value && value !== 'ALL' ? [[name, value]] : [];
  });
  return new URLSearchParams(kept);
}
