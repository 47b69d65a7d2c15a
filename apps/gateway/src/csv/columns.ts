import type { BillingItem } from '@repairline/contracts/billing/views';
import { isoIn } from '@repairline/contracts/calendar';
import { deviceColumns } from '@repairline/contracts/repairs/device-facts';
import type { Device, RepairLog } from '@repairline/contracts/repairs/views';
import type { Cell } from './csv-line';

/** A sheet: its columns, in order, and how an item becomes a row. Times are in the district's time zone. */
export interface Sheet<Item> {
  columns: readonly string[];
  cells(item: Item, timeZone: string): Cell[];
}

const momentFields: ReadonlySet<keyof Device> = new Set(['createdAt', 'updatedAt']);

export const deviceSheet: Sheet<Device> = {
  columns: deviceColumns.map(([heading]) => heading),
  cells: (device, timeZone) =>
    deviceColumns.map(([, field]) =>
      momentFields.has(field) ? isoIn(timeZone, new Date(device[field] ?? '')) : device[field],
    ),
};

export const logSheet: Sheet<RepairLog> = {
  columns: [
    ...['Date', 'Asset Number', 'Issue', 'Work Performed', 'Technician', 'Completed', 'Comments', 'Priority'],
    'Billing Sent',
  ],
  cells: (log, timeZone) => [
    isoIn(timeZone, new Date(log.timestamp)),
    ...[log.barcodeNumber, log.issue, log.actions, log.technician, log.completed, log.comments, log.priority],
    log.billingSent,
  ],
};

export const completedRepairsSheet: Sheet<BillingItem> = {
  columns: ['Date', 'Asset Number', 'Issue', 'Work Performed', 'Technician'],
  cells: (item, timeZone) => [
    isoIn(timeZone, new Date(item.timestamp)),
    ...[item.barcodeNumber, item.issue, workPerformed(item), item.technician],
  ],
};

/** One column, as on the screen: what was done, then the comments. */
function workPerformed({ actions, comments }: BillingItem): string {
  return [actions, comments ? `Notes: ${comments}` : ''].filter(Boolean).join('\n');
}
