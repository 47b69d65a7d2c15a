import { createContext, use, type ReactNode } from 'react';
import { useDistrictQuery } from '../../api/calls/account';
import { exactText } from './moment-text';

const Zone = createContext<string | undefined>(undefined);

/** Provides the district's time zone, so that hundreds of rows need not each read it from the store. */
export function DistrictZone({ children }: { children: ReactNode }) {
  const { data: district } = useDistrictQuery();
  return <Zone value={district?.timeZone}>{children}</Zone>;
}

/** Undefined while it is unknown; the browser's zone then stands in for it. */
export function useDistrictZone(): string | undefined {
  return use(Zone);
}

/** Nov 23, 2026, 3:04 PM */
export const useExactText = (at: Date): string => exactText(at, useDistrictZone());
