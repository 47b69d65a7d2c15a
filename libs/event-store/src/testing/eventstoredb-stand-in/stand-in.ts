import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type ServerReadableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb';
import { serveRead, serveSubscription } from './reads';
import { MOST_BYTES_AN_APPEND, openRecordedLog, type ProposedEvent, type RecordedLog } from './recorded-log';
import { appendResponse, expectedRevision, proposedEvent, streamName } from './wire';

/** How it identifies itself, as its version and on its console. */
export const WHAT_IT_IS = 'stand-in for EventStoreDB, for tests only: it is not EventStoreDB and keeps nothing safe';

export interface StandIn {
  url: string;
  port: number;
  log: RecordedLog;
  /** Silences the current subscriptions without telling them. */
  silence(): void;
  /** How many subscriptions have been made so far. */
  subscriptions(): number;
  stop(): void;
}

/** A server that speaks EventStoreDB's protocol as far as the adapter's client needs it. */
export async function startStandIn({ port = 0, file }: { port?: number; file?: string } = {}): Promise<StandIn> {
  const log = openRecordedLog(file);
  const server = new Server();
  const subscriptions = { made: 0, silenced: 0 };
  const place = { port };
  server.addService(StreamsService, {
    read: (call: Parameters<typeof serveRead>[1]) => {
      const isSubscription = call.request.getOptions()?.hasSubscription();
      if (isSubscription) subscriptions.made += 1;
      const number = subscriptions.made;
      const isSilent = () => number <= subscriptions.silenced;
      const serving = isSubscription ? serveSubscription(log, call, isSilent) : serveRead(log, call);
      serving.catch((error: Error) => call.emit('error', error));
    },
    append: (call: AppendCall, answer: sendUnaryData<AppendResp>) => serveAppend(log, call, answer),
    ...unimplemented('delete', 'tombstone', 'batchAppend'),
  });
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: sendUnaryData<SupportedMethods>) => answer(null, supportedMethods()),
  });
  server.addService(GossipService, {
    read: (_call: unknown, answer: sendUnaryData<ClusterInfo>) => answer(null, clusterOfOne(place.port)),
  });
  place.port = await listen(server, port);
  return {
    url: `esdb://127.0.0.1:${place.port}?tls=false`,
    port: place.port,
    log,
    silence: () => void (subscriptions.silenced = subscriptions.made),
    subscriptions: () => subscriptions.made,
    stop: () => server.forceShutdown(),
  };
}

type AppendCall = ServerReadableStream<AppendReq, AppendResp>;

function serveAppend(log: RecordedLog, call: AppendCall, answer: sendUnaryData<AppendResp>): void {
  let options: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  call.on('data', (request: AppendReq) => {
    options = request.getOptions() ?? options;
    const message = request.getProposedMessage();
    if (message) events.push(proposedEvent(message));
  });
  call.on('end', () => {
    if (!options || call.cancelled) return;
    const expected = expectedRevision(options);
    const outcome = log.append(streamName(options.getStreamIdentifier()), expected, events);
    if (outcome.status === 'too_large') answer(tooLarge(), null);
    else answer(null, appendResponse(outcome, expected));
  });
}

function tooLarge() {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MOST_BYTES_AN_APPEND));
  const details = `Maximum Append Size of ${MOST_BYTES_AN_APPEND} Exceeded.`;
  return { code: status.INVALID_ARGUMENT, details, metadata };
}

/** Batch append is not among them. */
function supportedMethods(): SupportedMethods {
  const methods = [StreamsService.read, StreamsService.append].map(({ path }) => {
    const [, service = '', method = ''] = path.toLowerCase().split('/');
    return new SupportedMethod().setServiceName(service).setMethodName(method);
  });
  return new SupportedMethods().setMethodsList(methods).setEventStoreServerVersion(WHAT_IT_IS);
}

function clusterOfOne(port: number): ClusterInfo {
  const member = new MemberInfo()
    .setInstanceId(new UUID().setString('00000000-0000-4000-8000-000000000000'))
    .setTimeStamp('0')
    .setState(MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(new EndPoint().setAddress('127.0.0.1').setPort(port));
  return new ClusterInfo().setMembersList([member]);
}

function unimplemented(...names: string[]) {
  const refuse = (call: { emit(event: 'error', error: object): void }, answer?: sendUnaryData<never>) => {
    const error = { code: status.UNIMPLEMENTED, details: `Not in this ${WHAT_IT_IS}` };
    if (answer) answer(error, null);
    else call.emit('error', error);
  };
  return Object.fromEntries(names.map((name) => [name, refuse]));
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
}
