import type { Server } from 'node:http';
import type { Express } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Makes Nest use a server that is already listening instead of its own. */
export class ListeningAdapter extends ExpressAdapter {
  constructor(
    private readonly server: Server,
    app: Express,
  ) {
    super(app);
  }

  override initHttpServer(): void {
    this.setHttpServer(this.server);
  }
}
