import { Link as FluentLink, makeStyles } from '@fluentui/react-components';
import { Link } from 'react-router-dom';

const useStyles = makeStyles({
  link: { '@media (pointer: coarse)': { display: 'inline-flex', alignItems: 'center', minHeight: '44px' } },
});

export function BackToDevices() {
  return (
    <Link to="/devices" className={useStyles().link}>
      <FluentLink as="span">Back to devices</FluentLink>
    </Link>
  );
}
