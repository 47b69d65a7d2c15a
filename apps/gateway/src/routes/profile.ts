import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { CallContext } from '@repairline/contracts/call';
import {
  ChangePassword,
  displayNameBody,
  EndSignIns,
  passwordChange,
  RenameUser,
} from '@repairline/contracts/identity/commands';
import { ListSignIns } from '@repairline/contracts/identity/queries';
import { signedInUser } from '@repairline/contracts/identity/views';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { requireActor } from '@repairline/messaging/context';
import { clientOf } from '../auth/client';
import { KnownBrowsers } from '../auth/known-browsers';
import { Followers } from '../followers';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';
import { stateOf } from '../http/request-state';

@Controller('api/profile')
export class ProfileRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly followers: Followers,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Patch()
  async rename(@Body() body: unknown, @Caller() context: CallContext) {
    const named = { ...checked(displayNameBody, body), userId: requireActor(context).userId };
    const renaming = this.calls.call(RenameUser, named, context);
    return { user: signedInUser.parse(await this.followers.afterFollowersCaughtUp('identity', context, renaming)) };
  }

  @Post('password')
  @HttpCode(200)
  changePassword(@Body() body: unknown, @Req() request: Request, @Caller() context: CallContext) {
    const { user, tokenHash } = this.signInOf(request);
    const browser = this.browsers.nameOf(request, user.email);
    const attempt = { ...checked(passwordChange, body), tokenHash, browser, client: clientOf(request.ip) };
    return this.calls.call(ChangePassword, attempt, context);
  }

  @Get('sign-ins')
  signIns(@Req() request: Request, @Caller() context: CallContext) {
    return this.calls.call(ListSignIns, { tokenHash: this.signInOf(request).tokenHash }, context);
  }

  @Delete('sign-ins')
  endOthers(@Req() request: Request, @Caller() context: CallContext) {
    return this.calls.call(EndSignIns, { signInId: null, tokenHash: this.signInOf(request).tokenHash }, context);
  }

  @Delete('sign-ins/:signInId')
  end(@Param('signInId') signInId: string, @Req() request: Request, @Caller() context: CallContext) {
    return this.calls.call(EndSignIns, { signInId, tokenHash: this.signInOf(request).tokenHash }, context);
  }

  /** The guard lets nobody in without one. */
  private signInOf(request: Request) {
    const { signIn } = stateOf(request);
    if (!signIn) throw new Error('this route is for people who are signed in');
    return signIn;
  }
}
