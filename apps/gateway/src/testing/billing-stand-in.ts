import {
  AwaitBillingItem,
  BillingOf,
  BillingSummaryQuery,
  ListBillingItems,
  MarkBillingItem,
  WriteBillingNotes,
} from '@repairline/contracts/billing/calls';
import type { BillingItem } from '@repairline/contracts/billing/views';
import { DomainError } from '@repairline/contracts/domain-error';
import { ChangesSince } from '@repairline/contracts/live';
import { healthHandler } from '@repairline/messaging/calls/report-calls';
import { answer, type CallHandler } from '@repairline/messaging/calls/serve-calls';
import { Health } from '@repairline/service-kit/monitoring/health';

/** Billing, as far as the gateway's rules need it. */
export class BillingStandIn {
  readonly notes = new Map<string, string>();
  readonly items: BillingItem[] = [];
  /** Makes billing behave as if it were down. */
  isAway = false;
  /** Ids of completed logs whose items the gateway waited for. */
  readonly awaited: string[] = [];
  position = 5;

  handlers(): CallHandler[] {
    return [
      healthHandler('billing', new Health()),
      answer(ChangesSince('billing'), async () => ({ changes: [], upTo: this.position, complete: true })),
      answer(ListBillingItems, async ({ q, limit }) => {
        const items = this.items.filter(({ issue }) => issue.includes(q ?? ''));
        return { items: items.slice(0, limit), total: items.length, next: items.length > limit ? 'more' : null };
      }),
      answer(BillingSummaryQuery, async () => {
        const total = this.items.length;
        return { total, thisWeek: 0, today: 0, pending: total, sent: 0, todayByTechnician: [] };
      }),
      answer(BillingOf, async ({ deviceIds, logIds }) => {
        if (this.isAway) throw away();
        const notes = deviceIds.flatMap((id) => (this.notes.has(id) ? [[id, this.notes.get(id)]] : []));
        const sent = this.items.filter(({ id, billingSent }) => billingSent && logIds.includes(id));
        return { notes: Object.fromEntries(notes) as Record<string, string>, sent: sent.map(({ id }) => id) };
      }),
      answer(AwaitBillingItem, async ({ itemId }) => {
        this.awaited.push(itemId);
        if (this.isAway) throw away();
        return { shown: true };
      }),
      answer(MarkBillingItem, async ({ itemId, billingSent }) => {
        const item = this.items.find(({ id }) => id === itemId);
        if (!item) throw new DomainError({ code: 'billing_item_not_found', message: 'There is no such item' });
        return Object.assign(item, { billingSent });
      }),
      answer(WriteBillingNotes, async ({ deviceId, billingNotes }) => {
        this.notes.set(deviceId, billingNotes ?? '');
        return { billingNotes: billingNotes ?? '' };
      }),
    ];
  }
}

function away(): DomainError {
  return new DomainError({ code: 'service_unavailable', message: 'away' });
}

export function billingItem(id: string, more: Partial<BillingItem> = {}): BillingItem {
  const moment = '2026-01-05T15:00:00.000Z';
  const texts = { issue: 'Missing keys', actions: 'Replaced', comments: null, technician: 'Tess' };
  const device = { id: `device of ${id}`, barcodeNumber: 'CB-1', billingNotes: '' };
  const state = { technicianId: null, completed: true as const, billingSent: false };
  return { id, barcodeNumber: 'CB-1', timestamp: moment, createdAt: moment, ...texts, ...state, device, ...more };
}
