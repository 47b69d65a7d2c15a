import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, type ReactNode } from 'react';
import { BrandMark } from '../../components/page/brand-mark';

const useStyles = makeStyles({
  page: {
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    minHeight: '100dvh',
    padding: tokens.spacingHorizontalL,
  },
  card: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalXXL,
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '400px',
    padding: tokens.spacingHorizontalXXXL,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow8,
    '@media (max-width: 479px)': { padding: tokens.spacingHorizontalXL },
  },
  head: { display: 'grid', gap: tokens.spacingVerticalS, justifyItems: 'start' },
  title: {
    margin: `${tokens.spacingVerticalS} 0 0`,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
  },
  lead: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase300 },
});

interface SignedOutPageProps {
  title: string;
  lead: ReactNode;
  /** It replaces another card: its heading takes the focus, so that screen readers announce it. */
  next?: boolean;
  children: ReactNode;
}

/** The single card of the screens shown before sign-in. */
export function SignedOutPage({ title, lead, next = false, children }: SignedOutPageProps) {
  const styles = useStyles();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (next) heading.current?.focus();
  }, [next]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.head}>
          <BrandMark size={40} />
          <h1 ref={heading} className={styles.title} tabIndex={next ? -1 : undefined}>
            {title}
          </h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
