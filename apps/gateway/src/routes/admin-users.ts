import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import {
  ChangeRole,
  DecideOnUser,
  displayName,
  passwordReset,
  RemoveUser,
  RenameUser,
  ResetPassword,
  roleChange,
  userApproval,
} from '@repairline/contracts/identity/commands';
import { ListUsers } from '@repairline/contracts/identity/queries';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Followers } from '../followers';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';

@Controller('api/admin/users')
export class AdminUsersRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly followers: Followers,
  ) {}

  @Get()
  list(@Caller() context: CallContext) {
    return this.calls.call(ListUsers, {}, context);
  }

  @Post('promote')
  @HttpCode(200)
  changeRole(@Body() body: unknown, @Caller() context: CallContext) {
    return this.calls.call(ChangeRole, checked(roleChange, body), context);
  }

  @Post('approve')
  @HttpCode(200)
  decide(@Body() body: unknown, @Caller() context: CallContext) {
    return this.calls.call(DecideOnUser, checked(userApproval, body), context);
  }

  @Post('reset-password')
  @HttpCode(200)
  resetPassword(@Body() body: unknown, @Caller() context: CallContext) {
    return this.calls.call(ResetPassword, checked(passwordReset, body), context);
  }

  @Delete(':id')
  remove(@Param('id') userId: string, @Caller() context: CallContext) {
    return this.calls.call(RemoveUser, { userId }, context);
  }

  @Patch(':id')
  rename(@Param('id') userId: string, @Body() body: unknown, @Caller() context: CallContext) {
    const renaming = this.calls.call(RenameUser, { userId, name: checked(displayName, body).name }, context);
    return this.followers.afterFollowersCaughtUp('identity', context, renaming);
  }
}
