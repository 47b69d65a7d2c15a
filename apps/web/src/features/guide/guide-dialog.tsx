import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ReadingDialog } from '../../components/dialogs/reading-dialog';
import { guideSections } from './guide-sections';

const useStyles = makeStyles({
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

/** What the product does, for a person who sees it for the first time. */
export function GuideDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  return (
    <ReadingDialog
      title="User Guide"
      label="Guide"
      onClose={onClose}
      action={
        <Button appearance="primary" onClick={onClose}>
          Got it!
        </Button>
      }
    >
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
    </ReadingDialog>
  );
}
