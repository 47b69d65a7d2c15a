import type { BillingItem } from '@repairline/contracts/billing/views';

/** A completed repair of the device `CB-<place>`, still to be billed. */
export function billingItem(place: number, billingNotes = ''): BillingItem {
  return {
    id: `log-${place}`,
    barcodeNumber: `CB-${place}`,
    timestamp: '2026-03-10T12:00:00Z',
    issue: 'Missing keys',
    actions: '',
    comments: null,
    technician: 'Ada Park',
    technicianId: null,
    completed: true,
    billingSent: false,
    createdAt: '2026-03-10T12:00:00Z',
    device: { id: `device-${place}`, barcodeNumber: `CB-${place}`, billingNotes },
  };
}
