import { Controller, Get, Param, Query } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { ListDeviceHistory } from '@repairline/contracts/repairs/queries';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';
import { Paged, type AnswerPage } from '../http/page';

const pageOfHistory = ListDeviceHistory.input.omit({ barcodeNumber: true });

@Controller('api/devices/:barcode/history')
export class DeviceHistoryRoute {
  constructor(private readonly calls: CallClient) {}

  @Get()
  async list(
    @Param('barcode') barcodeNumber: string,
    @Query() query: unknown,
    @Caller() context: CallContext,
    @Paged() answerPage: AnswerPage,
  ) {
    const { cursor, limit } = checked(pageOfHistory, query);
    return answerPage(await this.calls.call(ListDeviceHistory, { barcodeNumber, cursor, limit }, context));
  }
}
