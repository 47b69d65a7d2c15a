import { createPresenceComponent, motionTokens, type PresenceMotionSlotProps } from '@fluentui/react-components';

// The library's own motions take longer than the 200 ms of everything else.

const duration = motionTokens.durationNormal;

export const dialogMotion = { duration };

const MenuFade = createPresenceComponent({
  enter: { keyframes: [{ opacity: 0 }, { opacity: 1 }], duration },
  exit: [],
});

export const menuMotion: PresenceMotionSlotProps = { children: (_, props) => <MenuFade {...props} /> };
