import type { z } from 'zod';
import type { EventEnvelope } from '@repairline/contracts/event';
import { nameOf } from '@repairline/contracts/published-subjects';
import { publishedRepairsEvents, type PublishedRepairsEvent } from '@repairline/contracts/repairs/events';
import { GetRepairLogs } from '@repairline/contracts/repairs/calls';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import type { CloudEvent } from '@repairline/messaging/cloud-event';
import { systemContext } from '@repairline/messaging/context';

type Published<Name extends PublishedRepairsEvent> = z.infer<(typeof publishedRepairsEvents)[Name]>;
type Entry = 'repair-logged' | 'repair-completed';

/** An event published by repairs; entries also carry the issue as typed, which the public form leaves out. */
export type Fact =
  | { [Name in Exclude<PublishedRepairsEvent, Entry>]: { type: Name; data: Published<Name> } }[Exclude<
      PublishedRepairsEvent,
      Entry
    >]
  | { [Name in Entry]: { type: Name; data: Published<Name> & { issueTyped: string } } }[Entry];

/** Typed issues by log id. */
export type TypedIssues = ReadonlyMap<string, string>;

const MOST_LOGS = 500;

/** Fetches from repairs the issues typed in the entries among the events, as soon as repairs can show them. */
export async function typedIssuesOf(
  calls: Pick<CallClient, 'call'>,
  events: readonly CloudEvent[],
): Promise<TypedIssues> {
  const entries = events.filter(({ type }) => isEntry(nameOf(type)));
  const logIds = entries.map(({ data }) => String(data.logId));
  const shownUpTo = entries.at(-1)?.position ?? 0;
  const typed = new Map<string, string>();
  for (let at = 0; at < logIds.length; at += MOST_LOGS) {
    const part = { logIds: logIds.slice(at, at + MOST_LOGS), shownUpTo };
    for (const { id, issue } of await calls.call(GetRepairLogs, part, systemContext())) typed.set(id, issue);
  }
  return typed;
}

/**
 * Skips event types this version does not know, which a newer repairs may publish.
 * @throws if the typed issue of an entry is missing
 */
export function factsOf(events: readonly CloudEvent[], typed: TypedIssues): EventEnvelope<Fact>[] {
  return events.flatMap((event) => {
    const name = nameOf(event.type);
    return isPublished(name) ? [envelope(event, factOf(name, event.data, typed))] : [];
  });
}

function factOf(name: PublishedRepairsEvent, data: CloudEvent['data'], typed: TypedIssues): Fact {
  const parsed = publishedRepairsEvents[name].parse(data);
  const issue = 'logId' in parsed ? { issueTyped: typedIn(String(parsed.logId), typed) } : {};
  return { type: name, data: { ...parsed, ...issue } } as Fact;
}

/** Repairs answers for every entry it has published; counting one without its issue would go unnoticed. */
function typedIn(logId: string, typed: TypedIssues): string {
  const issue = typed.get(logId);
  if (issue === undefined) throw new Error('repairs does not know an entry that it has published');
  return issue;
}

function envelope({ id, time, position, correlationid, causationid }: CloudEvent, event: Fact): EventEnvelope<Fact> {
  const at = new Date(time);
  return {
    ...{ id, position, event, version: 1, occurredAt: at, recordedAt: at, stream: 'repairs', streamVersion: position },
    ...{ actor: null, correlationId: correlationid, causationId: causationid, batchId: null },
  };
}

function isPublished(name: string): name is PublishedRepairsEvent {
  return Object.hasOwn(publishedRepairsEvents, name);
}

function isEntry(name: string): name is Entry {
  return name === 'repair-logged' || name === 'repair-completed';
}
