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

/**
 * Asset numbers that differ only in case or compatibility forms are the same device. RTK Query keeps tags as properties
 * of plain objects: without the sign before it, the number `constructor` would find what every object has.
 */
export function deviceTag(barcodeNumber: string) {
  return { type: 'Device', id: `#${barcodeNumber.trim().normalize('NFKC').toLowerCase()}` } as const;
}

/** What a change of a device makes stale beside it. The long list rereads its pages one by one instead. */
export const besideDevice = ['DeviceList', 'Stats', 'Activity'] as const;
