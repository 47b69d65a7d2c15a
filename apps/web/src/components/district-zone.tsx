import { createContext, use, type ReactNode } from 'react';
import { useDistrictQuery } from '../api/account';
import { exactText } from './moment-text';

const Zone = createContext<string | undefined>(undefined);

/** Tells everything within it the district's time zone, which hundreds of rows need not each ask the store for. */
export function DistrictZone({ children }: { children: ReactNode }) {
  const { data: district } = useDistrictQuery();
  return <Zone value={district?.timeZone}>{children}</Zone>;
}

/** Undefined while nobody could tell; the browser's own stands in for it then. */
export function useDistrictZone(): string | undefined {
  return use(Zone);
}

/** Nov 23, 2026, 3:04 PM */
export const useExactText = (at: Date): string => exactText(at, useDistrictZone());
