import type { Server } from 'node:http';
import type { Express, Response } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Makes Nest use a server that is already listening instead of its own, and answers null as JSON, not as no body. */
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

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (body !== null) return super.reply(response, body, status) as unknown;
    return response.status(status ?? response.statusCode).json(null);
  }
}
