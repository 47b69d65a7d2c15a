import { Link as FluentLink } from '@fluentui/react-components';
import { Link } from 'react-router-dom';

export function BackToDevices() {
  return (
    <Link to="/devices">
      <FluentLink as="span">Back to devices</FluentLink>
    </Link>
  );
}
