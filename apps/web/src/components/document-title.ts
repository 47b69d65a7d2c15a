import { useEffect } from 'react';

/** Sets the text of the browser's tab while a screen is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Repairline`;
    return () => {
      document.title = 'Repairline';
    };
  }, [title]);
}
