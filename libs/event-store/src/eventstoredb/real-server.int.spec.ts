import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { StartedTestContainer } from 'testcontainers';
import { describeEventStore } from '../testing/event-store-contract';
import { openEventStoreDbStores } from '../testing/eventstoredb-stores';

const IMAGE = process.env.EVENTSTOREDB_IMAGE ?? 'eventstore/eventstore:24.10';
const PORT = 2113;
const PULLED_AND_STARTED_WITHIN_MS = 300_000;

const hasDocker = Boolean(process.env.DOCKER_HOST) || spawnSync('docker', ['info'], { timeout: 20_000 }).status === 0;

(hasDocker ? describe : describe.skip)(`the server itself, ${IMAGE}, which needs Docker`, () => {
  let container: StartedTestContainer;
  beforeAll(async () => {
    const { GenericContainer, Wait } = await import('testcontainers');
    container = await new GenericContainer(IMAGE)
      .withEnvironment({
        EVENTSTORE_INSECURE: 'true',
        EVENTSTORE_CLUSTER_SIZE: '1',
        EVENTSTORE_RUN_PROJECTIONS: 'None',
        EVENTSTORE_TELEMETRY_OPTOUT: 'true',
      })
      .withExposedPorts(PORT)
      .withWaitStrategy(
        Wait.forHttp('/health/live', PORT).forStatusCodeMatching((code) => code === 204 || code === 200),
      )
      .start();
  }, PULLED_AND_STARTED_WITHIN_MS);
  afterAll(() => container?.stop());

  // One server for all tests: a service without streams has an empty log.
  describeEventStore('EventStoreDB', () => {
    const url = `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`;
    return openEventStoreDbStores(url, `spec${randomBytes(6).toString('hex')}`);
  });
});
