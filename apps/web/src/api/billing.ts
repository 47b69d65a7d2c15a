import type { BillingItem, BillingSummary } from '@repairline/contracts/billing/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { api, deviceTag } from './api';
import type { CallArgs } from './base-query';

export interface BillingPage {
  items: BillingItem[];
  total: number;
  next: string | null;
}
interface BillingFilter {
  q?: string;
  sent: 'true' | 'false';
}
export interface NotesCall {
  barcodeNumber: string;
  billingNotes: string;
}

const PAGE = '50';

const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    completedRepairs: build.infiniteQuery<BillingPage, BillingFilter, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next ?? undefined },
      query: ({ queryArg, pageParam }): CallArgs => ({
        url: 'billing/completed',
        params: { ...queryArg, limit: PAGE, cursor: pageParam ?? undefined },
      }),
      transformResponse: (items: BillingItem[], meta) => ({
        items,
        total: meta?.total ?? items.length,
        next: meta?.next ?? null,
      }),
      providesTags: ['Billing'],
    }),
    billingSummary: build.query<BillingSummary, { q?: string }>({
      query: (params) => ({ url: 'billing/summary', params: { ...params } }),
      providesTags: ['Billing'],
    }),
    /** `id` is the completed log's. */
    markBillingItem: build.mutation<BillingItem, { id: string; billingSent: boolean }>({
      query: ({ id, billingSent }) => ({
        url: ['admin', 'billing', id],
        method: 'PATCH',
        body: { billingSent },
      }),
      invalidatesTags: ['Billing'],
    }),
    writeBillingNotes: build.mutation<Device, NotesCall>({
      query: ({ barcodeNumber, billingNotes }) => ({
        url: ['devices', barcodeNumber, 'billing-notes'],
        method: 'PATCH',
        body: { billingNotes },
      }),
      invalidatesTags: (_, __, { barcodeNumber }) => ['Billing', 'DeviceList', deviceTag(barcodeNumber)],
    }),
  }),
});

export const {
  useCompletedRepairsInfiniteQuery,
  useBillingSummaryQuery,
  useMarkBillingItemMutation,
  useWriteBillingNotesMutation,
} = billingApi;
