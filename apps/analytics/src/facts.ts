import type { z } from 'zod';
import { nameOf } from '@repairline/contracts/published/published-subjects';
import { publishedRepairsEvents, type PublishedRepairsEvent } from '@repairline/contracts/repairs/events';
import { GetRepairLogs } from '@repairline/contracts/repairs/calls';
import type { LogReader } from '@repairline/event-store/event-store';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import type { CloudEvent } from '@repairline/messaging/cloud-event';
import { followedLog, type FollowedLogOptions, type Unpublished } from '@repairline/messaging/consuming/followed-log';
import { systemContext } from '@repairline/messaging/context';

export const SOURCE = 'repairs';

type Published<Name extends PublishedRepairsEvent> = z.infer<(typeof publishedRepairsEvents)[Name]>;
type Entry = 'repair-logged' | 'repair-completed';

/** An event published by repairs; entries also carry the issue as typed, which the public form leaves out. */
export type Fact =
  | { [Name in Exclude<PublishedRepairsEvent, Entry>]: { type: Name; data: Published<Name> } }[Exclude<
      PublishedRepairsEvent,
      Entry
    >]
  | { [Name in Entry]: { type: Name; data: Published<Name> & { issueTyped: string } } }[Entry]
  | Unpublished;

/** Nobody waits for figures, so under load they are updated only twice a second. */
const APART_MS = 500;
const MOST_LOGS = 500;

/** What repairs has published, with the issues typed in its entries. `calls` reach repairs. */
export function factLog({ calls, bus }: Pick<FollowedLogOptions<Fact>, 'calls' | 'bus'>): LogReader<Fact> {
  return followedLog<Fact>({
    ...{ calls, of: SOURCE, apartMs: APART_MS, ...(bus && { bus }) },
    readerOf: async (page) => {
      const typed = await typedIssuesOf(calls, page);
      return (event) => factOf(event, typed);
    },
  });
}

/** By log id, as soon as repairs can show them. */
async function typedIssuesOf(
  calls: Pick<CallClient, 'call'>,
  events: readonly CloudEvent[],
): Promise<ReadonlyMap<string, string>> {
  const entries = events.flatMap(({ type, data, position }) => {
    const name = nameOf(type);
    const parsed = isEntry(name) ? publishedRepairsEvents[name].safeParse(data) : undefined;
    return parsed?.success ? [{ logId: parsed.data.logId, position }] : [];
  });
  const logIds = entries.map(({ logId }) => logId);
  const shownUpTo = entries.at(-1)?.position ?? 0;
  const typed = new Map<string, string>();
  for (let at = 0; at < logIds.length; at += MOST_LOGS) {
    const part = { logIds: logIds.slice(at, at + MOST_LOGS), shownUpTo };
    for (const { id, issue } of await calls.call(GetRepairLogs, part, systemContext())) typed.set(id, issue);
  }
  return typed;
}

/**
 * Undefined for a type that this version does not know, which a newer repairs may publish.
 * @throws if the typed issue of an entry is missing: counting one without its issue would go unnoticed
 */
export function factOf({ type, data }: CloudEvent, typed: ReadonlyMap<string, string>): Fact | undefined {
  const name = nameOf(type);
  if (!isPublished(name)) return undefined;
  const parsed = publishedRepairsEvents[name].parse(data);
  if (!('logId' in parsed)) return { type: name, data: parsed } as Fact;
  const issueTyped = typed.get(String(parsed.logId));
  if (issueTyped === undefined) throw new Error('repairs does not know an entry that it has published');
  return { type: name, data: { ...parsed, issueTyped } } as Fact;
}

function isPublished(name: string): name is PublishedRepairsEvent {
  return Object.hasOwn(publishedRepairsEvents, name);
}

function isEntry(name: string): name is Entry {
  return name === 'repair-logged' || name === 'repair-completed';
}
