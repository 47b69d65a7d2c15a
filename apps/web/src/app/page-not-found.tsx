import { Page } from '../components/page/page';
import { EmptyState } from '../components/page/states';
import { BackToDevices } from './back-to-devices';

export function PageNotFound() {
  return (
    <Page title="Page Not Found">
      <EmptyState title="Page Not Found" heading="h1" action={<BackToDevices />}>
        The page you're looking for doesn't exist.
      </EmptyState>
    </Page>
  );
}
