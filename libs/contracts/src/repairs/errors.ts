import type { Errors } from '../domain-error';

export const repairsErrors = {
  device_not_found: { status: 404, message: 'Device not found' },
  device_elsewhere: { status: 409 },
  device_exists: { status: 409 },
  device_deprovisioned: { status: 409, message: 'Device is deprovisioned; an Admin can restore it' },
  device_not_allowed: { status: 409 },
  repair_already_completed: {
    status: 409,
    message: 'This repair is already completed. A new repair entry reopens the device',
  },
  no_active_repair: { status: 409, message: 'No active repairs to complete' },
  asset_number_taken: { status: 409 },
  no_work_session: { status: 409, message: 'No work session is running' },
  unknown_school: { status: 400 },
  unknown_technician: { status: 400 },
  ambiguous_technician: { status: 400 },
} as const satisfies Errors;
