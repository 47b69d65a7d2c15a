import { Metadata, status } from '@grpc/grpc-js';
import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { type AppendReq, AppendResp, type ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { AppendOutcome, ExpectedRevision, ProposedEvent, RecordedEvent } from './recorded-log';

// Converts between EventStoreDB's messages and the log. 64-bit numbers are decimal text in these messages.

const TICKS_A_MILLISECOND = 10_000;

export function proposedEvent(message: AppendReq.ProposedMessage): ProposedEvent {
  const metadata = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: metadata.get('type') ?? '',
    contentType: metadata.get('content-type') ?? 'application/octet-stream',
    data: message.getData_asB64(),
    metadata: message.getCustomMetadata_asB64(),
  };
}

export function expectedRevision(options: AppendReq.Options): ExpectedRevision {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasRevision() ? Number(options.getRevision()) : 'any';
}

export const streamName = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

export function appendResponse(
  outcome: Exclude<AppendOutcome, { status: 'too_large' }>,
  expected: ExpectedRevision,
): AppendResp {
  if (outcome.status === 'wrong_expected_version') {
    return new AppendResp().setWrongExpectedVersion(wrongExpectedVersion(outcome.current, expected));
  }
  const place = String(outcome.position);
  const position = new AppendResp.Position().setCommitPosition(place).setPreparePosition(place);
  const success = new AppendResp.Success().setCurrentRevision(String(outcome.revision)).setPosition(position);
  return new AppendResp().setSuccess(success);
}

function wrongExpectedVersion(current: number | null, expected: ExpectedRevision): AppendResp.WrongExpectedVersion {
  const wrong = new AppendResp.WrongExpectedVersion();
  if (current === null) wrong.setCurrentNoStream(new Empty());
  else wrong.setCurrentRevision(String(current));
  if (expected === 'any') wrong.setExpectedAny(new Empty());
  else if (expected === 'no_stream') wrong.setExpectedNoStream(new Empty());
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new Empty());
  else wrong.setExpectedRevision(String(expected));
  return wrong;
}

export function eventResponse(event: RecordedEvent): ReadResp {
  const place = String(event.position);
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(event.id))
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(event.stream).toString('base64')))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(place)
    .setPreparePosition(place)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(BigInt(event.createdMs) * BigInt(TICKS_A_MILLISECOND)));
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(place));
}

export function checkpointResponse(position: number): ReadResp {
  const place = String(position);
  return new ReadResp().setCheckpoint(new ReadResp.Checkpoint().setCommitPosition(place).setPreparePosition(place));
}

export function streamNotFound(identifier: StreamIdentifier | undefined): ReadResp {
  return new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifier));
}

export function streamDeleted(stream: string): Error {
  const metadata = new Metadata();
  metadata.set('exception', 'stream-deleted');
  metadata.set('stream-name', stream);
  return Object.assign(new Error(`Event stream '${stream}' is deleted.`), {
    ...{ code: status.FAILED_PRECONDITION, details: `Event stream '${stream}' is deleted.`, metadata },
  });
}

/** By prefixes or a pattern, on the stream's name or the event's type; without a filter everything passes. */
export function filterOf(options: ReadReq.Options): (event: RecordedEvent) => boolean {
  const filter = options.getFilter();
  const expression = filter?.getStreamIdentifier() ?? filter?.getEventType();
  if (!filter || !expression) return () => true;
  const subject = filter.hasStreamIdentifier()
    ? ({ stream }: RecordedEvent) => stream
    : ({ type }: RecordedEvent) => type;
  const prefixes = expression.getPrefixList();
  const pattern = new RegExp(expression.getRegex(), 'u');
  return prefixes.length > 0
    ? (event) => prefixes.some((prefix) => subject(event).startsWith(prefix))
    : (event) => pattern.test(subject(event));
}
