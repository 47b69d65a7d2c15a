import { Body, Controller, Patch } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { displayName, RenameUser } from '@repairline/contracts/identity/commands';
import { signedInUser } from '@repairline/contracts/identity/views';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { requireActor } from '@repairline/messaging/context';
import { Followers } from '../followers';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';

@Controller('api/profile')
export class ProfileRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly followers: Followers,
  ) {}

  @Patch()
  async rename(@Body() body: unknown, @Caller() context: CallContext) {
    const { name } = checked(displayName, body);
    const renaming = this.calls.call(RenameUser, { name, userId: requireActor(context).userId }, context);
    return { user: signedInUser.parse(await this.followers.afterFollowersCaughtUp('identity', context, renaming)) };
  }
}
