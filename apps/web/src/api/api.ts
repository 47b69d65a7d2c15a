import { createApi } from '@reduxjs/toolkit/query/react';
import { createBaseQuery } from './base-query';
import { createCsrfToken } from './csrf-token';

export const csrfToken = createCsrfToken();

export const tagTypes = [
  'CurrentUser',
  'Users',
  'Device',
  'DeviceList',
  'DevicePages',
  'Stats',
  'Activity',
  'Billing',
  'Analytics',
  'WorkSession',
  'District',
  'ApiTokens',
] as const;

export const api = createApi({
  reducerPath: 'api',
  baseQuery: createBaseQuery(csrfToken),
  tagTypes,
  endpoints: () => ({}),
});

/**
 * Asset numbers that differ only in case or compatibility forms are the same device. RTK Query keeps tags as properties
 * of plain objects: without the sign before it, the number `constructor` would find what every object has.
 */
export function deviceTag(barcodeNumber: string) {
  return { type: 'Device', id: `#${barcodeNumber.trim().normalize('NFKC').toLowerCase()}` } as const;
}
