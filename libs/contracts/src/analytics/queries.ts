import { z } from 'zod';
import { defineQuery } from '../call';
import { analytics } from './views';

/** Admin only. */
export const GetAnalytics = defineQuery('repairline.analytics.query.get-analytics', z.object({}), analytics);
