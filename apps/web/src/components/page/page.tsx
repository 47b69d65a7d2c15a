import { makeStyles, tokens } from '@fluentui/react-components';
import { type ReactNode, useEffect } from 'react';

const useStyles = makeStyles({
  page: {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '1440px',
    marginInline: 'auto',
    padding: tokens.spacingHorizontalXXL,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalXXL,
    alignContent: 'start',
    '@media (max-width: 767px)': { padding: tokens.spacingHorizontalM, gap: tokens.spacingVerticalM },
  },
});

/** A screen's content; `title` is shown in the browser's tab. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return <div className={useStyles().page}>{children}</div>;
}

const useHeadStyles = makeStyles({
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
    '@media (max-width: 479px)': { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  },
  words: { minWidth: 0 },
  subtitle: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase300,
    overflowWrap: 'anywhere',
  },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    '@media (max-width: 479px)': { flexGrow: 1, '& > *': { flexGrow: 1 } },
    '@media (pointer: coarse)': { '& > *': { minHeight: '44px' } },
  },
});

/** A screen's heading, with the actions for the whole screen at the end of the line. */
export function PageHead({ title, subtitle, children }: { title: string; subtitle?: ReactNode; children?: ReactNode }) {
  const styles = useHeadStyles();
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

/** Sets the text of the browser's tab while a screen is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Repairline`;
    return () => {
      document.title = 'Repairline';
    };
  }, [title]);
}
