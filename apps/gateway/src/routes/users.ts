import { Controller, Get, Query } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { ListTechnicians, ListTechniciansByPage } from '@repairline/contracts/identity/queries';
import { wholeOrPage } from '@repairline/contracts/page';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';
import { asPage, isForPage, Paged, type AnswerPage } from '../http/page';

@Controller('api/users')
export class UsersRoute {
  constructor(private readonly calls: CallClient) {}

  @Get()
  async list(@Query() query: unknown, @Caller() context: CallContext, @Paged() answerPage: AnswerPage) {
    const request = checked(wholeOrPage, query);
    return answerPage(
      isForPage(request)
        ? await this.calls.call(ListTechniciansByPage, request, context)
        : asPage(await this.calls.call(ListTechnicians, {}, context)),
    );
  }
}
