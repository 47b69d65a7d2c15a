import type { Device, DeviceHistoryItem, RepairLog } from '@repairline/contracts/repairs/views';
import type { DeviceChangesBody, RepairEntry } from '@repairline/contracts/repairs/requests';
import { api } from '../api';
import { isCallError } from '../call-error';
import { notifyDevicesChanged, notifyRenumbered } from './device-changes';
import { fetchAllPages } from '../fetch-all-pages';
import { besideDevice, deviceTag } from '../tags';

interface DeviceCall<Body> {
  barcodeNumber: string;
  /** The device that the person sees; undefined where only a number was typed. */
  deviceId: string | undefined;
  body: Body;
}

const path = (barcodeNumber: string) => ['devices', barcodeNumber] as const;
const about = ({ barcodeNumber, deviceId, body }: DeviceCall<unknown>) => ({
  changes: [barcodeNumber],
  deviceId,
  body,
});

export const devicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    device: build.query<Device, string>({
      query: path,
      providesTags: (device, _, asked) => [deviceTag(asked), ...(device ? [deviceTag(device.barcodeNumber)] : [])],
    }),
    /** The whole timeline, oldest first. */
    deviceLogs: build.query<RepairLog[], string>({
      queryFn: (asked, _, __, call) => fetchAllPages<RepairLog>(call, [...path(asked), 'logs']),
      providesTags: (_, __, asked) => [deviceTag(asked)],
    }),
    /** Everything ever done to the device, oldest first. */
    deviceHistory: build.query<DeviceHistoryItem[], string>({
      queryFn: (asked, _, __, call) => fetchAllPages<DeviceHistoryItem>(call, [...path(asked), 'history']),
      providesTags: (_, __, asked) => [deviceTag(asked)],
    }),
    changeDevice: build.mutation<Device, DeviceCall<DeviceChangesBody>>({
      query: ({ barcodeNumber, deviceId, body }) => ({
        url: path(barcodeNumber),
        method: 'PATCH',
        changes: [barcodeNumber, ...(body.barcodeNumber ? [body.barcodeNumber] : [])],
        deviceId,
        body,
      }),
      onQueryStarted: followElsewhere,
      // The device can no longer be found under its old number.
      invalidatesTags: (changed, _, asked) => [deviceTag((changed ?? asked).barcodeNumber), ...besideDevice],
    }),
    logRepair: build.mutation<RepairLog, DeviceCall<RepairEntry>>({
      query: (call) => ({
        ...about(call),
        url: [...path(call.barcodeNumber), 'logs'],
        method: 'POST',
        adds: true,
      }),
      onQueryStarted: followElsewhere,
      invalidatesTags: (_, __, { barcodeNumber }) => [deviceTag(barcodeNumber), ...besideDevice],
    }),
    scrapDevice: build.mutation<Device, DeviceCall<{ scrap: boolean }>>({
      query: (call) => ({ ...about(call), url: ['admin', ...path(call.barcodeNumber), 'scrap'], method: 'POST' }),
      onQueryStarted: followElsewhere,
      invalidatesTags: (_, __, { barcodeNumber }) => [deviceTag(barcodeNumber), ...besideDevice],
    }),
  }),
});

export const {
  useDeviceQuery,
  useLazyDeviceQuery,
  useDeviceLogsQuery,
  useLazyDeviceLogsQuery,
  useDeviceHistoryQuery,
  useChangeDeviceMutation,
  useLogRepairMutation,
  useScrapDeviceMutation,
} = devicesApi;

/** Reads a device that others have changed meanwhile; lists that are open show it as it is now. */
export function useRereadDevice(barcodeNumber: string): () => Promise<Device> {
  const [read] = useLazyDeviceQuery();
  return async () => {
    const device = await read(barcodeNumber).unwrap();
    notifyDevicesChanged([{ barcodeNumber, device }]);
    return device;
  };
}

/**
 * Follows a device of whose renumbering nothing told this page: the refusal of a change names its number now. What was
 * typed stays, and can be sent again.
 */
async function followElsewhere(
  { barcodeNumber }: { barcodeNumber: string },
  { queryFulfilled }: { queryFulfilled: Promise<unknown> },
): Promise<void> {
  try {
    await queryFulfilled;
  } catch (thrown) {
    const now = numberNow((thrown as { error?: unknown }).error);
    if (now !== undefined) notifyRenumbered(barcodeNumber, now);
  }
}

function numberNow(error: unknown): string | undefined {
  if (!isCallError(error) || error.body?.type !== 'device_elsewhere') return undefined;
  const { barcodeNumber } = error.body;
  return typeof barcodeNumber === 'string' ? barcodeNumber : undefined;
}
