import { QueryStatus } from '@reduxjs/toolkit/query';
import type { LiveChange } from '@repairline/contracts/live';
import { api } from '../api/api';
import { isOutage } from '../api/call-error';
import { besideDevice, deviceTag, tagTypes } from '../api/tags';

export type StaleTag = (typeof tagTypes)[number] | ReturnType<typeof deviceTag>;

/** Everything that may change while the server runs; the district changes only when it is restarted. */
export const allTags: readonly StaleTag[] = tagTypes.filter((tag) => tag !== 'District');
/** Without the two that the page asks for at a pace of their own, with and without live updates. */
export const polledTags = allTags.filter((tag) => tag !== 'WorkSession' && tag !== 'CurrentUser');

export type ApiState = Parameters<typeof api.util.selectInvalidatedBy>[0];

interface QueryEntry {
  status: QueryStatus;
  data?: unknown;
  error?: unknown;
}

/** Tags of all reads that failed the last time. */
export const failedTags = (state: ApiState): StaleTag[] => tagsOf(state, hasFailed);

/**
 * Tags of old data still shown because the server did not answer the last read: nobody can see that it is old.
 * `CurrentUser` is left out, because every call tells whether the person is still signed in.
 */
export const outdatedTags = (state: ApiState): StaleTag[] =>
  tagsOf(state, (entry) => hasFailed(entry) && entry.data !== undefined && isOutage(entry.error)).filter(
    (tag) => tag !== 'CurrentUser',
  );

const hasFailed = ({ status }: QueryEntry) => status === QueryStatus.rejected;

function tagsOf(state: ApiState, isMeant: (entry: QueryEntry) => boolean): StaleTag[] {
  const queries: Record<string, QueryEntry | undefined> = state[api.reducerPath].queries;
  return tagTypes.filter((tag) =>
    api.util.selectInvalidatedBy(state, [tag]).some(({ queryCacheKey }) => {
      const entry = queries[queryCacheKey];
      return entry !== undefined && isMeant(entry);
    }),
  );
}

const aboutPeople: StaleTag[] = ['CurrentUser', 'Users'];
/**
 * Each context shows the names it has heard of. A browser that was disconnected hears of a new name only from identity.
 */
const showingNames = {
  repairs: ['Device', 'DeviceList', 'DevicePages', 'Activity'],
  billing: ['Billing'],
  analytics: ['Analytics'],
} satisfies Record<string, StaleTag[]>;
const renamed: Record<LiveChange['context'], StaleTag[]> = {
  ...showingNames,
  identity: [...aboutPeople, ...Object.values(showingNames).flat()],
};

const besideAnyChange: StaleTag[] = [...besideDevice, 'Billing'];
/** What a change of a device makes stale if it is not known which device. */
export const ofAnyDevice: readonly StaleTag[] = ['Device', 'DevicePages', ...besideAnyChange];

/** What a change makes stale in this browser. */
export function staleTags(change: LiveChange): StaleTag[] {
  switch (change.type) {
    case 'device_updated':
    case 'repair_log_created':
    case 'billing_notes_updated':
      return [deviceTag(change.barcodeNumber), ...besideAnyChange];
    case 'user_updated':
      return change.isRenamed ? renamed[change.context] : aboutPeople;
    case 'billing_updated':
      return ['Billing'];
    case 'analytics_updated':
      return ['Analytics'];
    default:
      return change satisfies never;
  }
}

/** Each tag once, without single devices if all devices are stale. */
export function distinct(tags: readonly StaleTag[]): StaleTag[] {
  const names = new Set(tags.filter((tag) => typeof tag === 'string'));
  const single = new Map<string, StaleTag>();
  for (const tag of tags) if (typeof tag !== 'string' && !names.has(tag.type)) single.set(tag.id, tag);
  return [...names, ...single.values()];
}
