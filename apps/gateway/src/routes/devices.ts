import { Body, Controller, HttpCode, Patch, Post } from '@nestjs/common';
import { WriteBillingNotes } from '@repairline/contracts/billing/calls';
import { billingNotesBody } from '@repairline/contracts/billing/requests';
import type { CallContext } from '@repairline/contracts/call';
import { scrapBody } from '@repairline/contracts/http/bodies';
import type { DeviceTarget } from '@repairline/contracts/http/endpoint';
import { GetDevice, RestoreDevice, ScrapDevice } from '@repairline/contracts/repairs/calls';
import { changeOf, entryOf } from '@repairline/contracts/repairs/forms';
import { deviceChangesBody, repairEntry } from '@repairline/contracts/repairs/requests';
import type { Device } from '@repairline/contracts/repairs/views';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Caller, checked, Target } from '../http/parameters';
import { BillingData, Consumers } from './other-services';

/** Changes of a device whose HTTP forms stand for several commands, or for one of two services. */
@Controller('api')
export class DevicesRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly billing: BillingData,
    private readonly consumers: Consumers,
  ) {}

  @Patch('devices/:barcode')
  async change(@Target() target: DeviceTarget, @Body() body: unknown, @Caller() context: CallContext) {
    const changes = checked(deviceChangesBody, body);
    const changing = this.calls.call(...changeOf(target, changes), context);
    const isRenumbered = changes.barcodeNumber !== undefined;
    const device = await (isRenumbered
      ? this.consumers.afterConsumersCaughtUp('repairs', context, changing)
      : changing);
    return this.billing.addToDevice(device, context);
  }

  @Post('devices/:barcode/logs')
  async log(@Target() target: DeviceTarget, @Body() body: unknown, @Caller() context: CallContext) {
    const logging = this.calls.call(...entryOf(target, checked(repairEntry, body)), context);
    return this.billing.untilListed(await logging, context);
  }

  /** Answers with the device and its new notes. */
  @Patch('devices/:barcode/billing-notes')
  async note(@Target() target: DeviceTarget, @Body() body: unknown, @Caller() context: CallContext): Promise<Device> {
    const written = checked(billingNotesBody, body);
    const device = await this.calls.call(GetDevice, target, context);
    const command = { ...written, deviceId: device.id, assetNumber: device.barcodeNumber };
    const { billingNotes } = await this.calls.call(WriteBillingNotes, command, context);
    return { ...device, billingNotes };
  }

  @Post('admin/devices/:barcode/scrap')
  @HttpCode(200)
  async scrapOrRestore(@Target() target: DeviceTarget, @Body() body: unknown, @Caller() context: CallContext) {
    const command = checked(scrapBody, body).scrap ? ScrapDevice : RestoreDevice;
    return this.billing.addToDevice(await this.calls.call(command, target, context), context);
  }
}
