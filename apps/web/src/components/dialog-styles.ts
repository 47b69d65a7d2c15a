import { makeStyles, tokens } from '@fluentui/react-components';

/**
 * Of dialogs that may be higher than the window. They are never quite as high as it, so that the page behind still shows
 * where this is. Below 360 px the library lets the whole dialog scroll: that needs a body as high as what is in it.
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
