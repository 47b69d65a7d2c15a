import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { Admission } from './admission';

const LARGEST_MESSAGE = 4 * 1024;

/** Nest's own adapter, which asks `Admission` while the connection is still a request. */
export class LiveAdapter extends WsAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly admission: Admission,
  ) {
    super(app);
  }

  override create(port: number, options: Record<string, unknown>): unknown {
    const limits = { maxPayload: LARGEST_MESSAGE, perMessageDeflate: false, verifyClient: this.admission.verify };
    return super.create(port, { ...options, ...limits } as never) as unknown;
  }
}
