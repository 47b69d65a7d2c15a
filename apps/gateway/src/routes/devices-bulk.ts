import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { CallContext } from '@repairline/contracts/call';
import { TakeInDevices } from '@repairline/contracts/repairs/calls';
import { bulkIntake, intake, type BulkResult } from '@repairline/contracts/repairs/requests';
import { LIMITS } from '@repairline/contracts/texts/text';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Caller, parsed } from '../http/parameters';

const PATIENCE_MS = 30_000;
/** With the envelope it stays below the bus's largest message, even if a single row exceeds it. */
const MOST_BYTES = 384 * 1024;
const MOST_ROWS = 500;
const FIELDS = Object.keys(intake.shape);
/** More code units than any valid text has: a character takes at most two. */
const CUT_AT = 2 * LIMITS.remarks;

@Controller('api/devices/bulk')
export class DevicesBulkRoute {
  constructor(private readonly calls: CallClient) {}

  /** Slices run one after the other, so that the first of two rows with the same number gets it. */
  @Post()
  @HttpCode(200)
  async takeIn(@Body() body: unknown, @Caller() context: CallContext): Promise<BulkResult> {
    const { common, devices } = parsed(bulkIntake, body);
    const results: BulkResult['results'] = [];
    for (const { firstRow, rows } of bulkSlices(devices)) {
      const slice = { common, devices: rows, firstRow };
      const answer = await this.calls.call(TakeInDevices, slice, context, { timeoutMs: PATIENCE_MS });
      results.push(...answer.results);
    }
    return { results };
  }
}

export interface BulkSlice {
  firstRow: number;
  rows: unknown[];
}

/** Splits the rows of an import into as few messages as possible, in order. */
export function bulkSlices(devices: readonly unknown[]): BulkSlice[] {
  const slices: BulkSlice[] = [];
  let weight = 0;
  devices.forEach((device, index) => {
    const row = slimmed(device);
    const bytes = Buffer.byteLength(JSON.stringify(row));
    const last = slices.at(-1);
    if (last && last.rows.length < MOST_ROWS && weight + bytes <= MOST_BYTES) {
      last.rows.push(row);
      weight += bytes;
    } else {
      slices.push({ firstRow: index, rows: [row] });
      weight = bytes;
    }
  });
  return slices;
}

/** Strips a row to the fields an intake has and cuts them, so that any row fits a message and repairs can judge it. */
function slimmed(device: unknown): unknown {
  if (typeof device !== 'object' || device === null) return null;
  const said = new Map(Object.entries(device));
  const kept = FIELDS.filter((field) => said.has(field)).map((field) => [field, cut(said.get(field))] as const);
  return Object.fromEntries(kept);
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value.trim());
  return typeof value === 'object' && value !== null ? {} : value;
}

/** Keeps the last character too, which is no space, so that trimming cannot make a cut text short enough to pass. */
function cutText(text: string): string {
  return text.length > CUT_AT ? text.slice(0, CUT_AT) + text.slice(-1) : text;
}
