import { createPresenceComponent, motionTokens, type MenuProps } from '@fluentui/react-components';

// The library's own motion takes longer than the 200 ms of everything else.
const Fade = createPresenceComponent({
  enter: { keyframes: [{ opacity: 0 }, { opacity: 1 }], duration: motionTokens.durationNormal },
  exit: [],
});

/** How every menu appears. In a window too low for the whole menu, such as at 400 % zoom, the menu scrolls. */
export const menuProps = {
  positioning: { position: 'below', align: 'end', autoSize: 'height' },
  surfaceMotion: { children: (_, props) => <Fade {...props} /> },
} satisfies Partial<MenuProps>;
