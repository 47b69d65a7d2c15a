import { Body, Controller, Patch } from '@nestjs/common';
import { billingNotesBody, WriteBillingNotes } from '@repairline/contracts/billing/commands';
import type { CallContext } from '@repairline/contracts/call';
import { GetDevice } from '@repairline/contracts/repairs/queries';
import type { Device } from '@repairline/contracts/repairs/views';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Caller } from '../http/caller';
import { checked } from '../http/checked';
import { Target } from '../http/target';

@Controller('api/devices/:barcode/billing-notes')
export class BillingNotesRoute {
  constructor(private readonly calls: CallClient) {}

  /** Answers with the device and its new notes. */
  @Patch()
  async write(@Target() target: Target, @Body() body: unknown, @Caller() context: CallContext): Promise<Device> {
    const written = checked(billingNotesBody, body);
    const device = await this.calls.call(GetDevice, target, context);
    const command = { ...written, deviceId: device.id, assetNumber: device.barcodeNumber };
    const { billingNotes: notes } = await this.calls.call(WriteBillingNotes, command, context);
    return { ...device, billingNotes: notes };
  }
}
