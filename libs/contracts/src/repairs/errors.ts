export type RepairsErrorCode =
  | 'device_not_found'
  | 'device_elsewhere'
  | 'device_exists'
  | 'device_deprovisioned'
  | 'device_not_allowed'
  | 'repair_already_completed'
  | 'no_active_repair'
  | 'asset_number_taken'
  | 'no_work_session'
  | 'unknown_school'
  | 'unknown_technician'
  | 'ambiguous_technician';
