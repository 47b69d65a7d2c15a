import type { BillingEvent } from '@repairline/contracts/billing/events';
import { foldForSearch } from '@repairline/contracts/texts/folded-text';
import { defineView } from '@repairline/projections/view';
import type { BillingItemEvent } from '../domain/billing-item';

/** Completed repairs. They hold devices and people by id, so that a new number or name shows here too. */
export interface BillingItemRow {
  item_id: string;
  device_id: string;
  completed_at: string;
  opened_at: string;
  /** The position of the event that opened it. */
  position: number;
  technician_id: string | null;
  issue: string;
  actions: string;
  comments: string | null;
  sent: boolean;
  search: string;
}

const word = 'text not null';

export const billingItems = defineView<BillingItemRow, BillingEvent>({
  name: 'billing-items',
  version: 3,
  table: 'billing_items',
  key: 'item_id',
  columns: {
    item_id: 'text',
    device_id: word,
    completed_at: 'timestamptz not null',
    opened_at: 'timestamptz not null',
    position: 'bigint not null',
    technician_id: 'text',
    issue: word,
    actions: word,
    comments: 'text',
    sent: 'boolean not null',
    search: word,
  },
  indexes: [
    'create index billing_items_newest on billing_items (completed_at, position) include (sent, technician_id)',
    'create index billing_items_sent on billing_items (sent, completed_at, position)',
    'create index billing_items_device on billing_items (device_id)',
    'create index billing_items_search on billing_items using gin (search gin_trgm_ops)',
  ],
  rowsOf: (event) => {
    if (event.type === 'BilledDeviceErased') return event.data.itemIds;
    return isOfItem(event) ? [event.data.itemId] : [];
  },
  project: (row, { event, recordedAt, position }) => {
    switch (event.type) {
      case 'BillingItemOpened':
        return { ...opened(event.data), opened_at: recordedAt.toISOString(), position };
      case 'BillingItemSent':
        return row && { ...row, sent: true };
      case 'BillingItemReturnedToPending':
        return row && { ...row, sent: false };
      case 'BilledDeviceErased':
        return row && { ...row, issue: '', actions: '', comments: null, search: foldForSearch('\n\n') };
      default:
        return row;
    }
  },
  onPoison: 'stop',
});

function opened(data: Extract<BillingItemEvent, { type: 'BillingItemOpened' }>['data']) {
  const { itemId, deviceId, completedAt, technicianId, issue, actions, comments } = data;
  return {
    item_id: itemId,
    device_id: deviceId,
    completed_at: completedAt,
    technician_id: technicianId,
    issue: issue ?? '',
    actions: actions ?? '',
    comments,
    sent: false,
    search: foldForSearch([issue ?? '', actions ?? '', comments ?? ''].join('\n')),
  };
}

function isOfItem(event: BillingEvent): event is BillingItemEvent {
  return !['BillingNotesWritten', 'BilledDeviceRenumbered', 'BilledDeviceErased'].includes(event.type);
}
