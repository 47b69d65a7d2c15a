import { adminViews } from './admin-views';
import { detailViews } from './detail-views';
import { deviceViews } from './device-views';
import { intakeViews } from './intake-views';
import { profileViews } from './profile-views';
import { shellViews } from './shell-views';
import { signedOutViews } from './signed-out-views';
import type { View } from './view';
import { workViews } from './work-views';

/** Every view, by part of the product. A new dialog belongs in one of these groups. */
export const viewGroups: Readonly<Record<string, readonly View[]>> = {
  'signing in': signedOutViews,
  'the shell': shellViews,
  'the profile': profileViews,
  'the device list': deviceViews,
  'the device detail': detailViews,
  'taking in': intakeViews,
  'workbench and billing': workViews,
  'analytics and administration': adminViews,
};
