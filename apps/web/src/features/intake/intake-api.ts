import type { BulkIntake, BulkResult, Intake } from '@repairline/contracts/repairs/requests';
import type { Device } from '@repairline/contracts/repairs/views';
import { api } from '../../api/api';
import { besideDevice, deviceTag } from '../../api/tags';

/** One call of a bulk import. */
export interface BulkCall extends BulkIntake {
  devices: { barcodeNumber: string }[];
}

export const numbersIn = ({ devices }: BulkCall): string[] => devices.map(({ barcodeNumber }) => barcodeNumber);

export const intakeApi = api.injectEndpoints({
  endpoints: (build) => ({
    takeInDevice: build.mutation<Device, Intake>({
      query: (body) => ({ url: 'devices', method: 'POST', changes: [body.barcodeNumber], body, adds: true }),
      invalidatesTags: (_, error, { barcodeNumber }) => (error ? [] : [deviceTag(barcodeNumber), ...besideDevice]),
    }),
    takeInDevices: build.mutation<BulkResult, BulkCall>({
      query: (body) => ({
        url: 'devices/bulk',
        method: 'POST',
        changes: numbersIn(body),
        body,
        adds: true,
      }),
      invalidatesTags: ['Device', 'DevicePages', ...besideDevice],
    }),
  }),
});

export const { useTakeInDeviceMutation, useTakeInDevicesMutation } = intakeApi;
