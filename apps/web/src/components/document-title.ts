import { useEffect } from 'react';

/** What the browser's tab says while a screen is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Repairline`;
    return () => {
      document.title = 'Repairline';
    };
  }, [title]);
}
