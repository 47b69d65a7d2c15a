import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { eventually } from '../../start/testing/running-copy.mjs';
import { fill, smallDisk } from '../../start/testing/small-disk.mjs';
import { natsBinary } from '../../start/stores/nats-binary.mjs';
import { freePorts, KEPT_PORTS } from '../../shared/ports.mjs';
import { openBus } from '../operator.mjs';
import { EVENTS, publishedSubjects } from '../rights.mjs';

/** A nats-server whose disk can be full, with its monitoring port; undefined if no small disk may be mounted here. */
export async function blockableServer(t) {
  const disk = smallDisk(t, '20m');
  if (!disk) return undefined;
  const [port, monitor] = await freePorts(2, KEPT_PORTS);
  const url = `nats://127.0.0.1:${port}`;
  const program = natsBinary(disk, process.env.NATS_SERVER_BIN);
  const flags = ['-a', '127.0.0.1', '-p', port, '-m', monitor, '-js', '-sd', disk].map(String);
  /** Like `withBus`, but a server that is blocked never closes its end of the connection. */
  const onceConnected = async (work) => {
    const bus = await openBus(url, { reconnect: false });
    return work(bus).finally(() => void bus.close());
  };
  const publish = () =>
    onceConnected((bus) =>
      bus.jetstream({ timeout: 500 }).publish('repairline.repairs.device.v1.device-scrapped', 'x'.repeat(4_096)),
    );
  const addStream = () =>
    onceConnected(async (bus) =>
      (await bus.jetstreamManager()).streams.add({ name: EVENTS, subjects: [publishedSubjects()] }),
    );
  return {
    ...{ url, monitor, publish },
    launch: (log) => spawn(program, flags, { stdio: ['ignore', log, log], detached: true }),
    /** A write fails on the full disk; then there is room again. */
    async block() {
      await eventually(addStream);
      await publish();
      const makeRoom = fill(disk);
      await assert.rejects(publish());
      makeRoom();
      await assert.rejects(publish(), 'this server recovers by itself: nothing is shown here');
    },
  };
}
