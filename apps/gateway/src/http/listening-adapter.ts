import type { Server } from 'node:http';
import type { Express } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Has Nest answer on a server that listens already, in place of one of its own. */
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
