import { createDarkTheme, createLightTheme, type BrandVariants, type Theme } from '@fluentui/react-components';

const teal: BrandVariants = {
  10: '#021517',
  20: '#082529',
  30: '#093b40',
  40: '#0a4950',
  50: '#0a575f',
  60: '#0a646c',
  70: '#096a72',
  80: '#0a747c',
  90: '#2a858d',
  100: '#45959c',
  110: '#5ea5ac',
  120: '#77b5bb',
  130: '#90c5ca',
  140: '#aad5d9',
  150: '#c5e4e7',
  160: '#e1f2f4',
};

/** Nothing moves for longer than 200 ms; only the line below the chosen tab would. */
const durationSlow = '200ms';
const dark = createDarkTheme(teal);

export const themes: Record<'light' | 'dark', Theme> = {
  light: { ...createLightTheme(teal), durationSlow },
  // Brand text on dark surfaces needs the lighter end of the ramp to be readable.
  dark: {
    ...dark,
    durationSlow,
    colorBrandForeground1: teal[110],
    colorBrandForeground2: teal[120],
    colorBrandForegroundLink: teal[120],
  },
};
