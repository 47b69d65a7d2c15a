import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useStore } from 'react-redux';
import type { WithDrafts } from './forms/draft-slice';
import { loadAnew } from './forms/drafts-over-reload';
import { NOT_LOADED } from './on-demand';
import { ErrorState } from './states';
import { useToast } from './toasts/use-toast';

/** What cannot be fetched or drawn takes no more of the page with it than this, until `place` is another. */
export function PartBoundary({ place, children }: { place?: string; children: ReactNode }) {
  return (
    <ErrorBoundary resetKeys={[place]} fallback={<NotShown />}>
      {children}
    </ErrorBoundary>
  );
}

/** A part that failed to come is remembered as failed for as long as the page lives. */
function NotShown() {
  const store = useStore<WithDrafts>();
  const { failed } = useToast();
  const title = 'This part of the page could not be shown';
  // Without the server nothing would be left of the page.
  const retry = () =>
    fetch('/api/health', { cache: 'no-store' }).then(
      () => loadAnew(store.getState()),
      (thrown) => failed(thrown, NOT_LOADED),
    );
  return <ErrorState title={title} heading="h1" error={undefined} onRetry={() => void retry()} />;
}
