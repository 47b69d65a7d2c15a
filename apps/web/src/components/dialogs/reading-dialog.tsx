import {
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components';
import { useEffect, useRef, type ReactNode } from 'react';
import { DialogFrame } from './dialog-frame';
import { useDialogStyles } from './dialog-styles';

const useStyles = makeStyles({
  wide: {
    maxWidth: '680px',
    '@media print': { position: 'static', maxWidth: 'none', maxHeight: 'none', border: 'none', boxShadow: 'none' },
  },
  body: { '@media print': { display: 'block', maxHeight: 'none' } },
  content: { '@media print': { overflowY: 'visible' } },
  title: { overflowWrap: 'anywhere' },
});

interface ReadingDialogProps {
  title: string;
  /** The accessible name of the scrolling part. */
  label: string;
  action: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog with longer text, which also scrolls by keyboard and prints in place of the page; any way of closing a dialog
 * closes it.
 */
export function ReadingDialog({ title, label, action, onClose, children }: ReadingDialogProps) {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const surface = useRef<HTMLDivElement>(null);
  // In a low window all of the dialog scrolls, and the library has scrolled it past the title, to what it has focused.
  useEffect(() => {
    if (surface.current) surface.current.scrollTop = 0;
  }, []);
  return (
    <DialogFrame ref={surface} className={mergeClasses(dialog.surface, styles.wide)} data-printed onClose={onClose}>
      <DialogBody className={mergeClasses(dialog.body, styles.body)}>
        <DialogTitle className={styles.title}>{title}</DialogTitle>
        <DialogContent className={styles.content} tabIndex={0} role="region" aria-label={label}>
          {children}
        </DialogContent>
        <DialogActions fluid>{action}</DialogActions>
      </DialogBody>
    </DialogFrame>
  );
}
