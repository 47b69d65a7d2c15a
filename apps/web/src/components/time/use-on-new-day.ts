import { useEffect, useEffectEvent, useRef } from 'react';
import { useDistrictZone } from './district-zone';
import { dayText } from './moment-text';
import { useDerivedFromNow } from './use-now';

/** A clock that is slightly fast must not ask for the new day's figures before the day begins on the server. */
const CLOCKS_DIFFER_MS = 60_000;

/** Calls `act` when a new day begins in the district, for figures of 'today' and 'this week'. */
export function useOnNewDay(act: () => void): void {
  const timeZone = useDistrictZone();
  const day = useDerivedFromNow((ms) => dayText(new Date(ms - CLOCKS_DIFFER_MS), timeZone));
  const known = useRef(day);
  const begun = useEffectEvent(act);
  useEffect(() => {
    if (known.current === day) return;
    known.current = day;
    begun();
  }, [day]);
}
