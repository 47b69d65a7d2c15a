import { Body, Controller, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { CallContext } from '@repairline/contracts/call';
import { ChangeDevice, deviceChanges, intake, TakeInDevice } from '@repairline/contracts/repairs/commands';
import { deviceFilters, GetDevice, ListDevices } from '@repairline/contracts/repairs/queries';
import { CallClient } from '@repairline/messaging/call-client';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';
import { sendPage } from '../http/page';

@Controller('api/devices')
export class DevicesRoute {
  constructor(private readonly calls: CallClient) {}

  @Get()
  async list(
    @Query() query: unknown,
    @Caller() context: CallContext,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.calls.call(ListDevices, checked(deviceFilters, query), context);
    return sendPage(request, response, page);
  }

  @Post()
  async takeIn(@Body() body: unknown, @Caller() context: CallContext, @Res({ passthrough: true }) response: Response) {
    const { device, created } = await this.calls.call(TakeInDevice, checked(intake, body), context);
    response.status(created ? 201 : 200);
    return device;
  }

  @Get(':barcode')
  get(@Param('barcode') barcodeNumber: string, @Caller() context: CallContext) {
    return this.calls.call(GetDevice, { barcodeNumber }, context);
  }

  @Patch(':barcode')
  change(@Param('barcode') barcodeNumber: string, @Body() body: unknown, @Caller() context: CallContext) {
    return this.calls.call(ChangeDevice, { barcodeNumber, changes: checked(deviceChanges, body) }, context);
  }
}
