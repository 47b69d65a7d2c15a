import type { BillingItem, BillingSummary } from '@repairline/contracts/billing/views';
import type { Page } from '@repairline/contracts/page';
import type { Device } from '@repairline/contracts/repairs/views';
import { api } from '../../api/api';
import { deviceTag } from '../../api/tags';
import type { CallArgs } from '../../api/base-query';

export type BillingPage = Page<BillingItem>;

interface BillingFilter {
  q?: string;
  sent: 'true' | 'false';
}
interface NotesCall {
  barcodeNumber: string;
  deviceId: string;
  billingNotes: string;
  /** The notes that this person saw. */
  over: string;
}

interface PagePlace {
  cursor: string | null;
  limit: number;
}

const PAGE = 50;
const MOST = 500;
/** Each page is twice as long as the one before, so that rereading a long list takes few calls. */
const limitOf = (page: number) => Math.min(MOST, PAGE * 2 ** page);

export const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    completedRepairs: build.infiniteQuery<BillingPage, BillingFilter, PagePlace>({
      infiniteQueryOptions: {
        initialPageParam: { cursor: null, limit: PAGE },
        getNextPageParam: ({ next }, pages) => (next ? { cursor: next, limit: limitOf(pages.length) } : undefined),
      },
      query: ({ queryArg, pageParam: { cursor, limit } }): CallArgs => ({
        url: 'billing/completed',
        params: { ...queryArg, limit: String(limit), cursor: cursor ?? undefined },
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
    /** `id` is the id of the completed log. */
    markBillingItem: build.mutation<BillingItem, { id: string; billingSent: boolean }>({
      query: ({ id, billingSent }) => ({
        url: ['admin', 'billing', id],
        method: 'PATCH',
        body: { billingSent },
      }),
      invalidatesTags: ['Billing'],
    }),
    writeBillingNotes: build.mutation<Device, NotesCall>({
      query: ({ barcodeNumber, deviceId, billingNotes, over }) => ({
        url: ['devices', barcodeNumber, 'billing-notes'],
        method: 'PATCH',
        changes: [barcodeNumber],
        deviceId,
        body: { billingNotes, expected: { billingNotes: over } },
      }),
      // All rows of the device show the notes at once; lists read from now on have them anyway.
      async onQueryStarted(_, call) {
        const written = await call.queryFulfilled.catch(() => undefined);
        if (!written) return;
        for (const filter of billingApi.util.selectCachedArgsForQuery(call.getState(), 'completedRepairs')) {
          const put = (list: { pages: BillingPage[] }) => putNotes(list, written.data);
          call.dispatch(billingApi.util.updateQueryData('completedRepairs', filter, put));
        }
      },
      invalidatesTags: (_, __, { barcodeNumber }) => ['Billing', 'DeviceList', deviceTag(barcodeNumber)],
    }),
  }),
});

function putNotes({ pages }: { pages: BillingPage[] }, { id, billingNotes }: Device): void {
  for (const { device } of pages.flatMap(({ items }) => items)) {
    if (device.id === id) device.billingNotes = billingNotes;
  }
}

export const {
  useCompletedRepairsInfiniteQuery,
  useBillingSummaryQuery,
  useMarkBillingItemMutation,
  useWriteBillingNotesMutation,
} = billingApi;
