import { randomBytes } from 'node:crypto';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { District } from '@repairline/contracts/district';
import { asyncApi } from '@repairline/messaging/documents/asyncapi';
import { CONFIG } from '../composition';
import type { Config } from '../config';
import { apiPage } from '../documents/api-page';
import { eventsPage } from '../documents/events-page';
import { openApi, VERSION } from '../documents/openapi';
import { withStyleNonce } from '../web/web-app';

@Controller('api/district')
export class DistrictRoute {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  describe(): District {
    const { DISTRICT_NAME: name, SCHOOLS_FILE: schools, DISTRICT_TIMEZONE: timeZone } = this.config;
    return { name, schools, timeZone, emailDomains: this.config.SCHOOL_EMAIL_DOMAINS };
  }
}

/** The documents of the API and of published events; made on first request, and the same for everyone. */
@Controller('api/docs')
export class DocsRoute {
  private readonly api = once(() => openApi(VERSION));
  private readonly events = once(() => asyncApi(VERSION));

  @Get('openapi.json')
  openApi() {
    return this.api();
  }

  @Get('asyncapi.json')
  asyncApi() {
    return this.events();
  }

  @Get()
  apiPage(@Res() response: Response): void {
    sendPage(response, (nonce) => apiPage(this.api(), nonce));
  }

  @Get('events')
  eventsPage(@Res() response: Response): void {
    sendPage(response, (nonce) => eventsPage(this.events(), nonce));
  }
}

function sendPage(response: Response, page: (nonce: string) => string): void {
  const nonce = randomBytes(16).toString('base64');
  withStyleNonce(response, `'nonce-${nonce}'`);
  response.type('html').send(page(nonce));
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
