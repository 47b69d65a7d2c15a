import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { useDialogStyles } from '../../components/dialog-styles';
import { useFocusReturn } from '../../components/forms/use-focus-return';
import { useBackCloses } from '../../components/use-back-closes';
import { guideSections } from './guide-sections';

const useStyles = makeStyles({
  wide: { maxWidth: '680px' },
  section: { '& + &': { marginTop: tokens.spacingVerticalXL } },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: `${tokens.spacingVerticalXS} 0 0`, color: tokens.colorNeutralForeground2, maxWidth: '68ch' },
  points: {
    margin: `${tokens.spacingVerticalXS} 0 0`,
    paddingLeft: tokens.spacingHorizontalXL,
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    color: tokens.colorNeutralForeground2,
  },
  term: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
});

/** What the product does, for somebody who sees it the first time. */
export function GuideDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const dialog = useDialogStyles();
  useFocusReturn();
  useBackCloses(onClose);
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={mergeClasses(dialog.surface, styles.wide)}>
        <DialogBody className={dialog.body}>
          <DialogTitle>User Guide</DialogTitle>
          <DialogContent tabIndex={0} role="region" aria-label="Guide">
            {guideSections.map(({ title, text, points = [] }) => (
              <section key={title} className={styles.section} aria-label={title}>
                <h3 className={styles.heading}>{title}</h3>
                {text && <p className={styles.text}>{text}</p>}
                {points.length > 0 && (
                  <ul className={styles.points}>
                    {points.map(([term, meaning]) => (
                      <li key={term}>
                        <span className={styles.term}>{term}</span>: {meaning}
                      </li>
                    ))}
                  </ul>
                )}
              </section>
            ))}
          </DialogContent>
          <DialogActions fluid>
            <Button appearance="primary" onClick={onClose}>
              Got it!
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
