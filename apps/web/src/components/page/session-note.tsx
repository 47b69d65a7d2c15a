import { useScreenSessionQuery } from '../../api/calls/sessions';
import { useDistrictZone } from '../time/district-zone';
import { startOfSession } from '../time/moment-text';

const POLL_MS = 10_000;

/** On the screens where devices are worked on: whether the time is being tracked. */
export function SessionNote() {
  const timeZone = useDistrictZone();
  const { data: session } = useScreenSessionQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  // The space keeps the line's height.
  if (session === undefined) return '\u00a0';
  if (session === null) return 'No work session';
  return `Work session since ${startOfSession(session.startTime, timeZone)}`;
}
