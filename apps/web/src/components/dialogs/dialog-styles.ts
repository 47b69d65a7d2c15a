import { makeStyles, tokens } from '@fluentui/react-components';

/**
 * For dialogs that may be higher than the window. They stay a little lower than it, so that the page behind still shows
 * where they belong. Below 360 px the library scrolls the whole dialog, which needs a body as high as its content.
 */
export const useDialogStyles = makeStyles({
  surface: {
    '@media (max-width: 767px)': { maxHeight: '100dvh', padding: tokens.spacingHorizontalL },
  },
  body: {
    maxHeight: 'calc(100dvh - 96px)',
    '@media (max-width: 767px) and (min-height: 360px)': { maxHeight: 'calc(100dvh - 32px)' },
  },
});
