import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { Admission } from './admission';

const LARGEST_MESSAGE = 4 * 1024;

/** Nest's own adapter, extended to ask `Admission` while the connection is still a request. */
export class LiveAdapter extends WsAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly admission: Admission,
  ) {
    super(app);
  }

  override create(port: number, options: Record<string, unknown>): unknown {
    const limits = { maxPayload: LARGEST_MESSAGE, perMessageDeflate: false, verifyClient: this.admission.verify };
    const sockets = super.create(port, { ...options, ...limits } as never) as unknown;
    (this.httpServer as Server).on('upgrade', (_request, socket: Socket) => closeOrphanedUpgrade(socket));
    return sockets;
  }
}

/**
 * Node leaves an upgraded connection to its handler, and Nest neglects one whose address it cannot parse: an error on
 * it would crash the process, and leaving it open would block the shutdown.
 */
function closeOrphanedUpgrade(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  if (socket.writableEnded) socket.destroySoon();
}
