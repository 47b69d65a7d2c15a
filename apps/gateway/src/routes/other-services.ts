import { Inject, Injectable } from '@nestjs/common';
import { AwaitBillingItem, BillingOf } from '@repairline/contracts/billing/calls';
import type { CallContext, CallOutput } from '@repairline/contracts/call';
import { DomainError, isAway } from '@repairline/contracts/domain-error';
import { isPage } from '@repairline/contracts/http/api';
import type { Endpoint } from '@repairline/contracts/http/endpoint';
import type { Page } from '@repairline/contracts/page';
import {
  device as deviceShape,
  repairLog as logShape,
  type Device,
  type RepairLog,
} from '@repairline/contracts/repairs/views';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { AwaitEvents } from '@repairline/messaging/consuming/catch-up';
import type { Logger } from '@repairline/service-kit/logger';
import { LOGGER } from '../composition';

/** Services that show what another has recorded: names of people, and asset numbers of completed repairs. */
const CONSUMERS: Record<string, readonly string[]> = {
  identity: ['repairs', 'billing', 'analytics'],
  repairs: ['billing'],
};
const CONSUMERS_PATIENCE_MS = 1_500;

/** Delays an answer until other services show the change too: not for one that is down, and briefly for a slow one. */
@Injectable()
export class Consumers {
  constructor(private readonly calls: CallClient) {}

  async afterConsumersCaughtUp<Answer>(of: string, context: CallContext, changing: Promise<Answer>): Promise<Answer> {
    const answer = await changing;
    const patience = { timeoutMs: CONSUMERS_PATIENCE_MS, nobodyListensMs: 0 };
    await Promise.allSettled(
      (CONSUMERS[of] ?? []).map((name) => this.calls.call(AwaitEvents(name), { of }, context, patience)),
    );
    return answer;
  }
}

const BILLING_PATIENCE_MS = 1_000;
const ITEM_PATIENCE_MS = 1_500;

/**
 * What billing adds to devices and logs, which repairs does not know. Screens work without billing: while it is down
 * they show no notes and nothing as sent. A file must be complete (`required`) and is refused in that case.
 */
@Injectable()
export class BillingData {
  constructor(
    private readonly calls: CallClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What an answer of this schema shows, with what billing adds to it. */
  async addToAnswer(schema: Endpoint['answer'], answer: unknown, context: CallContext): Promise<unknown> {
    if (schema === deviceShape) return this.addToDevice(answer as Device, context);
    if (schema === logShape) return this.untilListed(answer as RepairLog, context);
    if (!isPage(schema)) return answer;
    const page = answer as Page<unknown>;
    const { element } = schema.shape.items;
    if (element === deviceShape) return { ...page, items: await this.addToDevices(page.items as Device[], context) };
    if (element === logShape) return { ...page, items: await this.addToLogs(page.items as RepairLog[], context) };
    return page;
  }

  async addToDevices(devices: Device[], context: CallContext, { required = false } = {}): Promise<Device[]> {
    if (devices.length === 0) return devices;
    const { notes } = await this.ask({ deviceIds: devices.map(({ id }) => id) }, context, required);
    return devices.map((device) => {
      const billingNotes = notes[device.id] ?? '';
      return device.billingNotes === billingNotes ? device : { ...device, billingNotes };
    });
  }

  async addToDevice(device: Device, context: CallContext): Promise<Device> {
    const [noted = device] = await this.addToDevices([device], context);
    return noted;
  }

  /** A refusal that includes a device shows it as its GET does. */
  async addToRefusal(refusal: unknown, context: CallContext): Promise<never> {
    const shown = refusal instanceof DomainError ? deviceShape.safeParse(refusal.details?.device) : undefined;
    if (!(refusal instanceof DomainError) || !shown?.success) throw refusal;
    const device = await this.addToDevice(shown.data, context);
    throw new DomainError({ ...refusal.toPayload(), details: { ...refusal.details, device } });
  }

  async addToLogs(logs: RepairLog[], context: CallContext, { required = false } = {}): Promise<RepairLog[]> {
    const logIds = logs.filter(({ completed }) => completed).map(({ id }) => id);
    if (logIds.length === 0) return logs;
    const { sent } = await this.ask({ logIds }, context, required);
    const isSent = new Set(sent);
    return logs.map((log) => ({ ...log, billingSent: isSent.has(log.id) }));
  }

  /** Waits until the next list of completed repairs shows the repair. If billing is down, nobody waits for it. */
  async untilListed(log: RepairLog, context: CallContext): Promise<RepairLog> {
    if (log.completed) {
      const waiting = this.calls.call(AwaitBillingItem, { itemId: log.id }, context, {
        ...{ timeoutMs: ITEM_PATIENCE_MS, nobodyListensMs: 0 },
      });
      await waiting.catch(() => undefined);
    }
    return log;
  }

  private async ask(
    ids: { deviceIds?: string[]; logIds?: string[] },
    context: CallContext,
    required: boolean,
  ): Promise<CallOutput<typeof BillingOf>> {
    try {
      return await this.calls.call(BillingOf, ids, context, {
        timeoutMs: BILLING_PATIENCE_MS,
        ...(!required && { nobodyListensMs: 0 }),
      });
    } catch (error) {
      if (required || !isAway(error)) throw error;
      this.logger.warn('billing does not answer: notes and marks are left out');
      return { notes: {}, sent: [] };
    }
  }
}
