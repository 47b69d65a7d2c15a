import { Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { CallContext } from '@repairline/contracts/call';
import { EndWorkSession, StartWorkSession } from '@repairline/contracts/repairs/commands';
import { CurrentWorkSession } from '@repairline/contracts/repairs/queries';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Caller } from '../http/caller';

@Controller('api/sessions')
export class SessionsRoute {
  constructor(private readonly calls: CallClient) {}

  /** Writes the response itself: for null the framework would send no body at all. */
  @Get('current')
  async current(@Caller() context: CallContext, @Res() response: Response) {
    response.json(await this.calls.call(CurrentWorkSession, {}, context));
  }

  @Post('start')
  async start(@Caller() context: CallContext, @Res({ passthrough: true }) response: Response) {
    const { session, started } = await this.calls.call(StartWorkSession, {}, context);
    response.status(started ? 201 : 200);
    return session;
  }

  @Post('end')
  @HttpCode(200)
  end(@Caller() context: CallContext) {
    return this.calls.call(EndWorkSession, {}, context);
  }
}
