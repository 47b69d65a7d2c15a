import { makeStyles, tokens } from '@fluentui/react-components';
import { numberText } from '../text/number-text';

const useStyles = makeStyles({
  line: {
    display: 'none',
    margin: 0,
    padding: tokens.spacingHorizontalM,
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media print': { display: 'block' },
  },
});

/** Says on paper that a list goes on; on the screen, the list itself does. */
export function ShownOfAll({ shown, total }: { shown: number; total: number }) {
  const styles = useStyles();
  if (shown >= total) return null;
  return (
    <p className={styles.line}>
      {numberText(shown)} of {numberText(total)} shown
    </p>
  );
}
