import type { PositioningShorthand } from '@fluentui/react-components';

/** For menus: where a window is too low for all of one, such as at 400 %, the menu scrolls. */
export const fitting = { position: 'below', align: 'end', autoSize: 'height' } as const satisfies PositioningShorthand;
