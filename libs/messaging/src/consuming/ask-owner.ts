import type { CallOutput } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import { publishedEvents } from '@repairline/contracts/published/published-events';
import { versionless } from '@repairline/contracts/published/published-subjects';
import type { CallClient } from '../calls/call-client';
import { cloudEvent, type CloudEvent } from '../cloud-event';
import { systemContext } from '../context';
import { ReplayEvents } from '../publishing/replay';

/** Whether a type is a known event in a version other than the one this program reads. */
export type IsOfOtherVersion = (type: string) => boolean;

/** @param read the types that this program reads; types unknown in every version never count as another version */
export function otherVersionsThan(read: readonly string[]): IsOfOtherVersion {
  const known = new Set(read);
  const inAnyVersion = new Set(read.map(versionless));
  return (type) => !known.has(type) && inAnyVersion.has(versionless(type));
}

/** By the contracts: only the newest version of an event is read. */
export const isOfOtherVersion = otherVersionsThan(
  publishedEvents.filter(({ version, newest }) => version === newest).map(({ type }) => type),
);

/**
 * What a context has published after a position, straight from its log, and so in the versions of the owner's program.
 * @throws {DomainError} `service_unavailable` if one of those is not the version read here, because one of the two
 * services is still to be upgraded
 */
export async function askOwner(
  calls: Pick<CallClient, 'call'>,
  of: string,
  after: number,
  isOther: IsOfOtherVersion = isOfOtherVersion,
): Promise<Omit<CallOutput<ReturnType<typeof ReplayEvents>>, 'events'> & { events: CloudEvent[] }> {
  const { events, ...reached } = await calls.call(ReplayEvents(of), { after }, systemContext());
  const strange = events.find(({ type }) => isOther(type));
  if (strange) throw new DomainError({ code: 'service_unavailable', message: `${of} tells of ${strange.type} now` });
  return { events: events.map((event) => cloudEvent.parse(event)), ...reached };
}
