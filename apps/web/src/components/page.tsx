import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useDocumentTitle } from './document-title';

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
