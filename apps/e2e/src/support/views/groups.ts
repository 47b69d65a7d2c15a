import { adminViews } from './admin-views';
import { detailViews } from './detail-views';
import { deviceViews } from './device-views';
import { intakeViews } from './intake-views';
import { profileViews } from './profile-views';
import { shellViews } from './shell-views';
import { signedOutViews } from './signed-out-views';
import type { View, Viewer } from './view';
import { workViews } from './work-views';

/** Every view, by part of the product. A new dialog belongs in one of these groups. */
const viewGroups: Readonly<Record<string, readonly View[]>> = {
  'signing in': signedOutViews,
  'the shell': shellViews,
  'the profile': profileViews,
  'the device list': deviceViews,
  'the device detail': detailViews,
  'taking in': intakeViews,
  'workbench and billing': workViews,
  'analytics and administration': adminViews,
};

/** A view and who looks at it. */
export interface Look {
  view: View;
  viewer: Viewer;
}

/** By group, each view with each viewer who sees it. */
export const allLooks = Object.entries(viewGroups).map(([group, views]) => ({
  group,
  looks: views.flatMap((view) => view.as.map((viewer): Look => ({ view, viewer }))),
}));

const isMain = ({ view, viewer }: Look) => !view.isState && viewer === view.as.at(-1);

/** By group, each view that is more than a state of another, with the viewer who sees most. */
export const mainLooks = allLooks.map(({ group, looks }) => ({ group, looks: looks.filter(isMain) }));

export const otherLooks = allLooks.map(({ group, looks }) => ({
  group,
  looks: looks.filter((look) => !isMain(look)),
}));
