import type { RepairEntry } from '@repairline/contracts/repairs/requests';
import { type Device, type RepairLog } from '@repairline/contracts/repairs/views';
import { type Api } from './api';
import { newAssetNumber } from './devices';
import { expect } from './journey';

export const pathOf = (assetNumber: string): string => `/api/devices/${encodeURIComponent(assetNumber)}`;
export const logsPathOf = (assetNumber: string): string => `${pathOf(assetNumber)}/logs`;
export const scrapPathOf = (assetNumber: string): string =>
  `/api/admin/devices/${encodeURIComponent(assetNumber)}/scrap`;

/** Creates a new device with a call. */
export async function newDevice(api: Api, fields: Record<string, unknown> = {}): Promise<Device> {
  const data = { barcodeNumber: newAssetNumber(), school: 'SHS', ...fields };
  const { status, body } = await api.post<Device>('/api/devices', data);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

export async function deviceOf(api: Api, assetNumber: string): Promise<Device> {
  const { status, body } = await api.get<Device>(pathOf(assetNumber));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

export async function logsOf(api: Api, assetNumber: string): Promise<RepairLog[]> {
  return (await api.get<RepairLog[]>(logsPathOf(assetNumber))).body;
}

/** Adds an entry to the timeline. */
export async function log(api: Api, assetNumber: string, entry: RepairEntry = {}): Promise<RepairLog> {
  const { status, body } = await api.post<RepairLog>(logsPathOf(assetNumber), { issue: 'Missing keys', ...entry });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

export const complete = (api: Api, assetNumber: string, entry: RepairEntry = {}): Promise<RepairLog> =>
  log(api, assetNumber, { completed: true, actions: 'Replaced the keyboard', ...entry });

export async function startWork(api: Api, assetNumber: string, fields: Record<string, unknown> = {}): Promise<Device> {
  const { status, body } = await api.patch<Device>(pathOf(assetNumber), { status: 'IN_PROGRESS', ...fields });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** A new device in this status, brought there by the same steps that people take. */
export async function deviceIn(
  status: 'INTAKE' | 'IN_PROGRESS' | 'COMPLETED' | 'PARTS',
  api: Api,
  fields: Record<string, unknown> = {},
): Promise<Device> {
  const { barcodeNumber } = await newDevice(api, fields);
  if (status === 'IN_PROGRESS') await startWork(api, barcodeNumber);
  if (status === 'COMPLETED') await complete(api, barcodeNumber);
  if (status === 'PARTS') await api.post(scrapPathOf(barcodeNumber), { scrap: true });
  const device = await deviceOf(api, barcodeNumber);
  expect(device.status).toBe(status);
  return device;
}
