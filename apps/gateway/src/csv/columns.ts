import type { BillingItem } from '@repairline/contracts/billing/views';
import { isoIn } from '@repairline/contracts/calendar';
import type { Device, RepairLog } from '@repairline/contracts/repairs/views';
import type { Cell } from './csv-line';

/** A sheet: its columns, in order, and how an item becomes a row. Times are in the district's time zone. */
export interface Sheet<Item> {
  columns: readonly string[];
  cells(item: Item, timeZone: string): Cell[];
}

export const deviceSheet: Sheet<Device> = {
  columns: [
    ...['Asset Number', 'School', 'Model', 'Status', 'Priority', 'Assigned To', 'Student Name', 'Initial Issue'],
    ...['Latest Issue', 'Notes', 'Billing Notes', 'Created', 'Updated'],
  ],
  cells: (device, timeZone) => [
    ...[device.barcodeNumber, device.school, device.model, device.status, device.priority, device.assignedTo],
    ...[device.studentName, device.initialIssue, device.latestIssue, device.notes, device.billingNotes],
    ...[device.createdAt, device.updatedAt].map((moment) => isoIn(timeZone, new Date(moment))),
  ],
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
