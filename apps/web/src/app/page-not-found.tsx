import { Link as FluentLink } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import { Page } from '../components/page';
import { EmptyState } from '../components/states';

export function PageNotFound() {
  return (
    <Page title="Page Not Found">
      <EmptyState title="Page Not Found" heading="h1" action={<BackToDevices />}>
        The page you're looking for doesn't exist.
      </EmptyState>
    </Page>
  );
}

function BackToDevices() {
  return (
    <Link to="/devices">
      <FluentLink as="span">Back to devices</FluentLink>
    </Link>
  );
}
