import type { KeyObject } from 'node:crypto';
import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { CallContext } from '@repairline/contracts/call';
import { ChangePassword, CreateApiToken } from '@repairline/contracts/identity/calls';
import { apiTokenName, passwordChange } from '@repairline/contracts/identity/requests';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { clientOf } from '../auth/client';
import { KnownBrowsers } from '../auth/known-browsers';
import { hashOf, keyFor, newToken, TOKEN_PREFIX, tokenOfCommand } from '../auth/tokens';
import { CONFIG } from '../composition';
import type { Config } from '../config';
import { Caller, checked } from '../http/parameters';
import { signInOf } from '../http/request';

/** What is a secret of the caller's own. */
@Controller('api/profile')
export class ProfileRoute {
  private readonly key: KeyObject;

  constructor(
    private readonly calls: CallClient,
    private readonly browsers: KnownBrowsers,
    @Inject(CONFIG) config: Config,
  ) {
    this.key = keyFor('api tokens', config.SESSION_SECRET);
  }

  @Post('password')
  @HttpCode(200)
  changePassword(@Body() body: unknown, @Req() request: Request, @Caller() context: CallContext) {
    const { user, tokenHash } = signInOf(request);
    const browser = this.browsers.nameOf(request, user.email);
    const attempt = { ...checked(passwordChange, body), tokenHash, browser, client: clientOf(request.ip) };
    return this.calls.call(ChangePassword, attempt, context);
  }

  /** The only answer that contains the token itself. A retry gets the same token, which is derived from the command. */
  @Post('tokens')
  async createToken(@Body() body: unknown, @Caller() context: CallContext) {
    const { name, days } = checked(apiTokenName, body);
    const secret = context.commandId ? tokenOfCommand(this.key, context.commandId) : newToken();
    const token = TOKEN_PREFIX + secret;
    const made = await this.calls.call(CreateApiToken, { name, days, tokenHash: hashOf(token) }, context);
    return { ...made, token };
  }
}
