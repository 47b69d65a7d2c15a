import { adminViews } from './admin-views';
import { detailViews } from './detail-views';
import { deviceViews } from './device-views';
import { doorViews } from './door-views';
import { intakeViews } from './intake-views';
import { profileViews } from './profile-views';
import { shellViews } from './shell-views';
import type { View } from './view';
import { workViews } from './work-views';

/** Everything there is to look at, by the part of the product it belongs to. A new dialog goes into one of these. */
export const viewGroups: Readonly<Record<string, readonly View[]>> = {
  'signing in': doorViews,
  'the shell': shellViews,
  'the profile': profileViews,
  'the device list': deviceViews,
  'the device detail': detailViews,
  'taking in': intakeViews,
  'workbench and billing': workViews,
  'analytics and administration': adminViews,
};
