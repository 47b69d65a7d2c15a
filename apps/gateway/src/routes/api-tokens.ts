import type { KeyObject } from 'node:crypto';
import { Body, Controller, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { apiTokenName, CreateApiToken, RevokeApiToken } from '@repairline/contracts/identity/commands';
import { ListApiTokens } from '@repairline/contracts/identity/queries';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { TOKEN_PREFIX } from '../auth/bearer';
import { hashOf, keyFor, newToken, tokenOfCommand } from '../auth/tokens';
import { CONFIG } from '../composition';
import type { Config } from '../config';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';

@Controller('api/profile/tokens')
export class ApiTokensRoute {
  private readonly key: KeyObject;

  constructor(
    private readonly calls: CallClient,
    @Inject(CONFIG) config: Config,
  ) {
    this.key = keyFor('api tokens', config.SESSION_SECRET);
  }

  @Get()
  list(@Caller() context: CallContext) {
    return this.calls.call(ListApiTokens, {}, context);
  }

  /** The only answer that contains the token itself. A retry gets the same token, which is derived from the command. */
  @Post()
  async create(@Body() body: unknown, @Caller() context: CallContext) {
    const { name, days } = checked(apiTokenName, body);
    const secret = context.commandId ? tokenOfCommand(this.key, context.commandId) : newToken();
    const token = TOKEN_PREFIX + secret;
    const made = await this.calls.call(CreateApiToken, { name, days, tokenHash: hashOf(token) }, context);
    return { ...made, token };
  }

  @Delete(':tokenId')
  revoke(@Param('tokenId') tokenId: string, @Caller() context: CallContext) {
    return this.calls.call(RevokeApiToken, { tokenId }, context);
  }
}
