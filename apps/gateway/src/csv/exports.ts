import { Injectable, Optional } from '@nestjs/common';
import type { Response } from 'express';
import type { CallContext } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import { requireActor } from '@repairline/messaging/context';
import { sendCsv, type Export } from './send-csv';

const AT_ONCE = 2;
const RETRY_AFTER_S = 10;
const STALLED_MS = 60_000;

/** Limits how many files are written at a time: each reads a whole list, which slows everybody else's down. */
@Injectable()
export class Exports {
  /** Who is being sent a file, by user id: one file each. */
  private readonly receivers = new Set<string>();

  constructor(@Optional() private readonly stalledMs: number = STALLED_MS) {}

  /**
   * The place is free again once the answer has ended, or the browser has left and the page being read for it has come.
   * @throws {DomainError} too_many_exports
   */
  async send<Item>(response: Response, context: CallContext, file: Export<Item>): Promise<void> {
    const { userId } = requireActor(context);
    this.checkPlace(userId);
    this.receivers.add(userId);
    try {
      // Cuts off a browser that takes nothing, like one on a computer that sleeps.
      response.setTimeout(this.stalledMs);
      await sendCsv(response, file);
    } finally {
      this.receivers.delete(userId);
    }
  }

  private checkPlace(userId: string): void {
    if (this.receivers.has(userId)) {
      throw tooManyExports('Another export of yours is still under way. Wait until it is complete, then try again.');
    }
    if (this.receivers.size >= AT_ONCE) {
      throw tooManyExports('Other people are exporting at the moment. Please try again shortly.');
    }
  }
}

function tooManyExports(message: string): DomainError {
  return new DomainError({ code: 'too_many_exports', message, details: { retryAfter: RETRY_AFTER_S } });
}
