import { useEffect, useEffectEvent, useRef } from 'react';
import { useDistrictZone } from './district-zone';
import { dayText } from './moment-text';
import { useOfNow } from './use-now';

/** A clock that is a little ahead must not ask for the new day's figures before the server has begun it. */
const CLOCKS_DIFFER_MS = 60_000;

/** Does it whenever another day has begun in the district, for figures of 'today' and 'this week'. */
export function useOnNewDay(act: () => void): void {
  const timeZone = useDistrictZone();
  const day = useOfNow((ms) => dayText(new Date(ms - CLOCKS_DIFFER_MS), timeZone));
  const known = useRef(day);
  const begun = useEffectEvent(act);
  useEffect(() => {
    if (known.current === day) return;
    known.current = day;
    begun();
  }, [day]);
}
