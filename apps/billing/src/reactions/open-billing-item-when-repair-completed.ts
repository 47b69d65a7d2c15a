import type { BillingEvent } from '@repairline/contracts/billing/events';
import type { CallOutput } from '@repairline/contracts/call';
import { publishedRepairsEvents } from '@repairline/contracts/repairs/events';
import { GetRepairLogs } from '@repairline/contracts/repairs/calls';
import type { Append, EventStore } from '@repairline/event-store/event-store';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import type { CloudEvent } from '@repairline/messaging/cloud-event';
import { systemContext } from '@repairline/messaging/context';
import { billingItemStream, initialState, type BillingItemEvent } from '../domain/billing-item';
import { billingItemDecider } from '../domain/billing-item.decider';

const LOGS_A_CALL = 100;
type Logs = CallOutput<typeof GetRepairLogs>;

/**
 * Opens one item per completion, all together. The command takes the event's id and expects a new stream: an event
 * delivered again finds its item there, whatever has happened to it since.
 */
export async function openBillingItems(
  store: EventStore<BillingEvent>,
  calls: Pick<CallClient, 'call'>,
  completions: readonly CloudEvent[],
): Promise<void> {
  if (completions.length === 0) return;
  const logs = await logsOf(calls, completions);
  const appends = completions.map((event) => opening(event, logs));
  for (const result of await store.appendMany(appends)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

/** Public events leave out what was typed about a repair: repairs is asked, once it shows the newest completion. */
async function logsOf(
  calls: Pick<CallClient, 'call'>,
  completions: readonly CloudEvent[],
): Promise<Map<string, Logs[number]>> {
  const shownUpTo = completions.at(-1)?.position ?? 0;
  const ids = completions.map(({ data }) => completed.parse(data).logId);
  const logs: Logs = [];
  for (let at = 0; at < ids.length; at += LOGS_A_CALL) {
    const logIds = ids.slice(at, at + LOGS_A_CALL);
    logs.push(...(await calls.call(GetRepairLogs, { logIds, shownUpTo }, systemContext())));
  }
  return new Map(logs.map((log) => [log.id, log]));
}

const completed = publishedRepairsEvents['repair-completed'];

function opening(event: CloudEvent, logs: Map<string, Logs[number]>): Append<BillingItemEvent> {
  const { deviceId, repairId, logId, technicianId } = completed.parse(event.data);
  const log = logs.get(logId);
  if (!log) throw new Error('repairs does not know the log of a repair that it said was completed');
  const { barcodeNumber: assetNumber, issue, actions, comments } = log;
  const texts = { issue: issue || null, actions: actions || null, comments };
  const repair = { itemId: logId, deviceId, repairId, assetNumber, completedAt: event.time, technicianId, ...texts };
  return {
    stream: billingItemStream(logId),
    expected: 0,
    events: billingItemDecider
      .decide({ type: 'OpenBillingItem', repair }, initialState())
      .map((opened) => ({ event: opened, occurredAt: new Date(event.time) })),
    context: { commandId: event.id, correlationId: event.correlationid, actor: null },
  };
}
