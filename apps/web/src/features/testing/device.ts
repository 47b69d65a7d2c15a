import type { Device } from '@repairline/contracts/repairs/views';

/** A device in intake, CB-1 unless `fields` says otherwise. */
export function deviceWith(fields: Partial<Device> = {}): Device {
  const barcodeNumber = fields.barcodeNumber ?? 'CB-1';
  return {
    ...{ id: `id-${barcodeNumber}`, barcodeNumber, school: 'SHS', model: 'Lenovo 300e', status: 'INTAKE' },
    ...{ priority: 'Medium', highestPriority: 'Medium', assignedTo: '', assigneeId: null, studentName: null },
    ...{ initialIssue: '', latestIssue: '', notes: '', billingNotes: '' },
    ...{ createdAt: '2026-01-05T08:00:00.000Z', updatedAt: '2026-01-05T08:00:00.000Z' },
    ...fields,
  };
}
