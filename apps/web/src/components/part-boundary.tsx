import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useStore } from 'react-redux';
import { isPageThere } from '../api/is-page-there';
import type { WithDrafts } from './forms/draft-slice';
import { reloadKeepingDrafts } from './forms/drafts-over-reload';
import { NOT_LOADED } from './dialogs/on-demand';
import { ErrorState } from './states';
import { useToast } from './toasts/use-toast';

/** If its content cannot be fetched or drawn, this notice replaces only that content, until `place` changes. */
export function PartBoundary({ place, children }: { place?: string; children: ReactNode }) {
  return (
    <ErrorBoundary resetKeys={[place]} fallback={<NotShown />}>
      {children}
    </ErrorBoundary>
  );
}

/** The browser remembers a failed part for the life of the page, so Retry reloads the page. */
function NotShown() {
  const store = useStore<WithDrafts>();
  const { failed } = useToast();
  const title = 'This part of the page could not be shown';
  const retry = async () => {
    if (await isPageThere()) reloadKeepingDrafts(store.getState());
    else failed(undefined, NOT_LOADED);
  };
  return <ErrorState title={title} heading="h1" error={undefined} onRetry={() => void retry()} />;
}
