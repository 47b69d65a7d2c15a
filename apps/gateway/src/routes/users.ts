import { Controller, Get } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { ListTechnicians } from '@repairline/contracts/identity/queries';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Caller } from '../http/caller';

@Controller('api/users')
export class UsersRoute {
  constructor(private readonly calls: CallClient) {}

  @Get()
  list(@Caller() context: CallContext) {
    return this.calls.call(ListTechnicians, {}, context);
  }
}
