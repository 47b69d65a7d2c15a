import { once } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { TOMBSTONE, type RecordedEvent, type RecordedLog } from './recorded-log';
import { checkpointResponse, eventResponse, filterOf, streamDeleted, streamName, streamNotFound } from './wire';

type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

const FORWARDS = 0;
/** How many events a subscription looks at between two checkpoints, per step of the requested multiplier. */
const SEARCH_WINDOW = 32;

/** Answers with the events of a stream or of `$all`, in either direction, and ends. */
export async function serveRead(log: RecordedLog, call: ReadCall): Promise<void> {
  const options = call.request.getOptions() ?? new ReadReq.Options();
  const isForwards = Number(options.getReadDirection()) === FORWARDS;
  const found = options.hasStream() ? fromStream(log, options, isForwards) : fromAll(log, options, isForwards);
  const last = found?.at(-1);
  if (options.hasStream() && last?.type === TOMBSTONE) throw streamDeleted(last.stream);
  if (!found) {
    await send(call, streamNotFound(options.getStream()?.getStreamIdentifier()));
    call.end();
    return;
  }
  const isWanted = filterOf(options);
  let left = Number(options.getCount());
  for (const event of found) {
    if (left === 0 || call.cancelled) break;
    if (!isWanted(event)) continue;
    left -= 1;
    await send(call, eventResponse(event));
  }
  call.end();
}

function fromStream(log: RecordedLog, options: ReadReq.Options, isForwards: boolean) {
  const from = options.getStream();
  const events = log.stream(streamName(from?.getStreamIdentifier()));
  if (!events || !from) return undefined;
  const last = events.length - 1;
  const edge = from.hasEnd() ? last : 0;
  const start = from.hasRevision() ? Number(from.getRevision()) : edge;
  return isForwards ? events.slice(start) : events.slice(0, start + 1).reverse();
}

/** A position is inclusive when reading forwards and exclusive when reading backwards. */
function fromAll(log: RecordedLog, options: ReadReq.Options, isForwards: boolean): RecordedEvent[] {
  const from = options.getAll();
  const place = Number(from?.getPosition()?.getCommitPosition() ?? 0);
  if (isForwards) return from?.hasEnd() ? [] : log.all.slice(indexAtOrAfter(log.all, place));
  if (from?.hasEnd()) return [...log.all].reverse();
  return log.all.slice(0, indexAtOrAfter(log.all, place)).reverse();
}

/**
 * Follows `$all` after a position, with checkpoints; while `isSilent`, holds everything back and keeps the call open.
 */
export async function serveSubscription(log: RecordedLog, call: ReadCall, isSilent: () => boolean): Promise<void> {
  const options = call.request.getOptions() ?? new ReadReq.Options();
  const all = options.getAll();
  const isWanted = filterOf(options);
  const window = options.getFilter()?.getMax() || SEARCH_WINDOW;
  const interval = window * (options.getFilter()?.getCheckpointintervalmultiplier() ?? 1);
  let next = all?.hasPosition() ? indexAtOrAfter(log.all, Number(all.getPosition()?.getCommitPosition()) + 1) : 0;
  if (all?.hasEnd()) next = log.all.length;
  let unsaid = 0;
  let isCaughtUp = false;
  await send(
    call,
    new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId('stand-in')),
  );
  while (!call.cancelled) {
    const event = isSilent() ? undefined : log.all[next];
    if (!event) {
      if (!isCaughtUp && !isSilent()) await send(call, new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));
      isCaughtUp = true;
      if (isSilent() || next >= log.all.length) await newsOrEnd(log, call);
      continue;
    }
    next += 1;
    unsaid += 1;
    if (isWanted(event)) await send(call, eventResponse(event));
    if (unsaid < interval || !options.hasFilter()) continue;
    unsaid = 0;
    await send(call, checkpointResponse(event.position));
  }
  call.end();
}

function newsOrEnd(log: RecordedLog, call: ReadCall): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stopListening();
      call.off('cancelled', done);
      resolve();
    };
    const stopListening = log.onAppended(done);
    call.on('cancelled', done);
  });
}

/** Waits if the reader does not keep up. */
async function send(call: ReadCall, response: ReadResp): Promise<void> {
  if (call.write(response) || call.cancelled) return;
  const gone = new AbortController();
  const onGone = () => gone.abort();
  call.once('cancelled', onGone);
  await once(call, 'drain', { signal: gone.signal }).catch(() => undefined);
  call.off('cancelled', onGone);
}

function indexAtOrAfter(all: readonly RecordedEvent[], position: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.position ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
