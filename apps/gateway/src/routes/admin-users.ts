import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import {
  ChangeRole,
  DecideOnUser,
  displayNameBody,
  passwordReset,
  RemoveUser,
  RenameUser,
  ResetPassword,
  roleChange,
  userApproval,
} from '@repairline/contracts/identity/commands';
import { ListUsers, ListUsersByPage } from '@repairline/contracts/identity/queries';
import { wholeOrPage } from '@repairline/contracts/page';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Followers } from '../followers';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';
import { asPage, isForPage, Paged, type AnswerPage } from '../http/page';

@Controller('api/admin/users')
export class AdminUsersRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly followers: Followers,
  ) {}

  @Get()
  async list(@Query() query: unknown, @Caller() context: CallContext, @Paged() answerPage: AnswerPage) {
    const request = checked(wholeOrPage, query);
    return answerPage(
      isForPage(request)
        ? await this.calls.call(ListUsersByPage, request, context)
        : asPage(await this.calls.call(ListUsers, {}, context)),
    );
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
    const renaming = this.calls.call(RenameUser, { ...checked(displayNameBody, body), userId }, context);
    return this.followers.afterFollowersCaughtUp('identity', context, renaming);
  }
}
