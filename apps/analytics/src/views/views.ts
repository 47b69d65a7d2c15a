import { viewsOf } from '@repairline/projections/view';
import type { Fact } from '../facts';
import { completedRepairs } from './completed-repairs';
import { deviceWork } from './device-work';
import { repairIssues } from './repair-issues';

export const figureViews = viewsOf<Fact>(completedRepairs, repairIssues, deviceWork);
