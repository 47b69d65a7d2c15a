import { Controller, Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { stateOf } from '../http/request-state';

@Controller('api/auth/user')
export class AuthUserRoute {
  @Get()
  current(@Req() request: Request) {
    return { user: stateOf(request).signIn?.user };
  }
}
