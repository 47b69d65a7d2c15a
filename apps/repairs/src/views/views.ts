import type { RepairsEvent } from '@repairline/contracts/repairs/events';
import { viewsOf } from '@repairline/projections/view';
import { deviceList } from './device-list';
import { deviceStats } from './device-stats';
import { repairLogs } from './repair-logs';
import { workSessions } from './work-sessions';

export const repairsViews = viewsOf<RepairsEvent>(deviceList, repairLogs, deviceStats, workSessions);
