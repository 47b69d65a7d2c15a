import { Link, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';

/** About eight lines of a table's widest column. */
const LONG = 320;

const useStyles = makeStyles({
  folded: {
    maxHeight: '8lh',
    overflow: 'hidden',
    maskImage: 'linear-gradient(to bottom, black calc(100% - 2lh), transparent)',
    '@media print': { maxHeight: 'none', maskImage: 'none' },
  },
  typed: { display: 'block', whiteSpace: 'pre-wrap' },
});

interface LongTextProps {
  /** The text that decides whether to fold. */
  text: string;
  /** How the text is displayed, if not as typed. */
  children?: ReactNode;
  /** Wraps the text, for example in a button. The toggle stands beside that wrapper. */
  frame?: (text: ReactNode) => ReactNode;
}

/** Folds a text that would make its row as high as a page, until a person unfolds it. */
export function LongText({ text, children, frame = (shown) => shown }: LongTextProps) {
  const styles = useStyles();
  const [whole, setWhole] = useState(false);
  const long = text.length > LONG;
  const folded = long && !whole && styles.folded;
  return (
    <>
      {frame(
        children ? (
          <div className={mergeClasses(folded)}>{children}</div>
        ) : (
          <span className={mergeClasses(styles.typed, folded)}>{text}</span>
        ),
      )}
      {long && (
        <Link as="button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show all'}
        </Link>
      )}
    </>
  );
}
