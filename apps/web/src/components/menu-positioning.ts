import type { PositioningShorthand } from '@fluentui/react-components';

/** For menus: in a window too low for the whole menu, such as at 400 % zoom, the menu scrolls. */
export const menuPositioning = {
  position: 'below',
  align: 'end',
  autoSize: 'height',
} as const satisfies PositioningShorthand;
