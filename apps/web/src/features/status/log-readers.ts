import type { ServiceStatus, SystemStatus } from '@repairline/contracts/status';
import { numberText } from '../../components/text/number-text';

/** The state of a log reader, in one word. */
export type Condition = 'current' | 'behind' | 'building' | 'stopped' | 'unknown';

/** One row of a service's table: a reader of a log. */
export interface LogReader {
  name: string;
  /**
   * The position reached and the end of the log, never before that position; null if the log's owner does not report
   * it. Services report one after the other, so a reader can be past the end that was reported.
   */
  position: number;
  head: number | null;
  /** Age of the oldest event not yet read; null for a consumer, which cannot know it. */
  behindSeconds: number | null;
  deadLetters: number;
  condition: Condition;
}

/** A short lag is normal: only a longer one counts as being behind. */
const BEHIND_AFTER_SECONDS = 5;

/** Views first, then publishing, then consumers of other services' logs, whose ends those services report. */
export function logReadersOf({ standing }: ServiceStatus, all: readonly ServiceStatus[]): LogReader[] {
  if (!standing) return [];
  const { head, views, relay, consumers } = standing;
  const ends = new Map(all.map(({ name, standing: other }) => [name, other?.relay?.published ?? null]));
  const readers: LogReader[] = [
    ...views.map(({ name, position, behindSeconds, deadLetters, state }) => ({
      ...{ name: spaced(name), position, head, behindSeconds, deadLetters },
      condition: state === 'live' ? lag(behindSeconds) : state,
    })),
    ...(relay
      ? [
          {
            ...{ name: 'Published events', position: relay.position, head, deadLetters: relay.deadLetters },
            behindSeconds: relay.behindSeconds,
            condition: relay.deadLetters > 0 ? ('stopped' as const) : lag(relay.behindSeconds),
          },
        ]
      : []),
    ...consumers.map(({ name, of, position, stopped, deadLetters }) => {
      const end = ends.get(of) ?? null;
      return {
        ...{ name: `${spaced(name)}, from ${of}`, position, head: end, behindSeconds: null, deadLetters },
        condition: stopped === null ? against(position, end) : 'stopped',
      } as const;
    }),
  ];
  return readers.map((reader) => ({
    ...reader,
    head: reader.head === null ? null : Math.max(reader.head, reader.position),
  }));
}

/** The figures of the cards at the top. */
export function summaryOf({ services }: SystemStatus) {
  const readers = services.flatMap((service) => logReadersOf(service, services));
  const verified = services.flatMap(({ standing }) => standing?.verification ?? []);
  return {
    working: services.filter(({ answers, ready }) => answers && ready).length,
    services: services.length,
    behindSeconds: Math.max(0, ...readers.map(({ behindSeconds }) => behindSeconds ?? 0)),
    /** How many events the consumer that is furthest behind has still to take in. */
    untaken: Math.max(
      0,
      ...readers.flatMap(({ behindSeconds, head, position }) =>
        behindSeconds === null && head !== null ? head - position : [],
      ),
    ),
    deadLetters: readers.reduce((sum, { deadLetters }) => sum + deadLetters, 0),
    verifiedAt: verified.map(({ at }) => at).sort()[0] ?? null,
    differences: verified.reduce((sum, { differences }) => sum + differences, 0),
  };
}

/** The age of what is not yet shown, or how much a service has still to take in from another. */
export function behindFigure(summary: { behindSeconds: number; untaken: number } | undefined) {
  if (summary && summary.untaken > 0 && summary.behindSeconds < 1)
    return { value: eventsText(summary.untaken), hint: 'From another service, not yet taken in' };
  return { value: summary && shortDuration(summary.behindSeconds), hint: 'Age of the oldest change not yet shown' };
}

/** If the owner of the log does not respond, its end is unknown. */
function against(position: number, end: number | null): Condition {
  if (end === null) return 'unknown';
  return position < end ? 'behind' : 'current';
}

function lag(seconds: number): Condition {
  return seconds > BEHIND_AFTER_SECONDS ? 'behind' : 'current';
}

/** `device-list` as a label: 'Device list'. */
function spaced(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** '0 s', '12 s', '3 min', '2 h'. */
export function shortDuration(seconds: number): string {
  if (seconds < 60) return `${numberText(Math.round(seconds))} s`;
  if (seconds < 3_600) return `${numberText(Math.round(seconds / 60))} min`;
  return `${numberText(Math.round(seconds / 3_600))} h`;
}

const eventsText = (events: number) => (events === 1 ? '1 event' : `${numberText(events)} events`);

export function differencesText(differences: number): string {
  if (differences === 0) return 'no differences';
  return differences === 1 ? '1 difference' : `${numberText(differences)} differences`;
}
