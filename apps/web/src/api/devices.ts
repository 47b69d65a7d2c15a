import type {
  BulkIntake,
  BulkResult,
  DeviceChangesBody,
  Intake,
  RepairEntry,
} from '@repairline/contracts/repairs/requests';
import type { DeviceHistoryItem } from '@repairline/contracts/repairs/history';
import type { Device, RepairLog } from '@repairline/contracts/repairs/views';
import { api, deviceTag } from './api';
import type { NotesCall } from './billing';
import { followElsewhere } from './elsewhere';
import { fetchAllPages } from './fetch-all-pages';

/** One call of a bulk import. */
export interface BulkCall extends BulkIntake {
  devices: { barcodeNumber: string }[];
}
interface DeviceCall<Body> {
  barcodeNumber: string;
  /** The device that the person sees; undefined where only a number was typed. */
  deviceId: string | undefined;
  body: Body;
}

/** The long list rereads its pages one by one instead: see device-list.ts. */
const shown = ['DeviceList', 'Stats', 'Activity'] as const;
const path = (barcodeNumber: string) => ['devices', barcodeNumber] as const;

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
    takeInDevice: build.mutation<Device, Intake>({
      query: (body) => ({ url: 'devices', method: 'POST', body, adds: true }),
      invalidatesTags: (_, error, { barcodeNumber }) => (error ? [] : [deviceTag(barcodeNumber), ...shown]),
    }),
    takeInDevices: build.mutation<BulkResult, BulkCall>({
      query: (body) => ({ url: 'devices/bulk', method: 'POST', body, adds: true }),
      invalidatesTags: ['Device', 'DevicePages', ...shown],
    }),
    changeDevice: build.mutation<Device, DeviceCall<DeviceChangesBody>>({
      query: ({ barcodeNumber, deviceId, body }) => ({ url: path(barcodeNumber), method: 'PATCH', deviceId, body }),
      onQueryStarted: followElsewhere,
      // The device can no longer be found under its old number.
      invalidatesTags: (changed, _, asked) => [deviceTag((changed ?? asked).barcodeNumber), ...shown],
    }),
    logRepair: build.mutation<RepairLog, DeviceCall<RepairEntry>>({
      query: ({ barcodeNumber, deviceId, body }) => ({
        url: [...path(barcodeNumber), 'logs'],
        method: 'POST',
        deviceId,
        body,
        adds: true,
      }),
      onQueryStarted: followElsewhere,
      invalidatesTags: (_, __, { barcodeNumber }) => [deviceTag(barcodeNumber), ...shown],
    }),
    scrapDevice: build.mutation<Device, DeviceCall<{ scrap: boolean }>>({
      query: ({ barcodeNumber, deviceId, body }) => ({
        url: ['admin', ...path(barcodeNumber), 'scrap'],
        method: 'POST',
        deviceId,
        body,
      }),
      onQueryStarted: followElsewhere,
      invalidatesTags: (_, __, { barcodeNumber }) => [deviceTag(barcodeNumber), ...shown],
    }),
  }),
});

export const {
  useDeviceQuery,
  useLazyDeviceQuery,
  useDeviceLogsQuery,
  useLazyDeviceLogsQuery,
  useDeviceHistoryQuery,
  useTakeInDeviceMutation,
  useTakeInDevicesMutation,
  useChangeDeviceMutation,
  useLogRepairMutation,
  useScrapDeviceMutation,
} = devicesApi;

/** The calls that change devices, and the asset numbers that each affects. */
export const changingCalls = {
  takeInDevice: (arg: Intake) => [arg.barcodeNumber],
  takeInDevices: (arg: BulkCall) => arg.devices.map(({ barcodeNumber }) => barcodeNumber),
  changeDevice: ({ barcodeNumber, body }: DeviceCall<DeviceChangesBody>) => [
    barcodeNumber,
    ...(body.barcodeNumber ? [body.barcodeNumber] : []),
  ],
  logRepair: (arg: DeviceCall<unknown>) => [arg.barcodeNumber],
  scrapDevice: (arg: DeviceCall<unknown>) => [arg.barcodeNumber],
  writeBillingNotes: (arg: NotesCall) => [arg.barcodeNumber],
} as const;
