import { makeStyles, tokens } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import { notPrinted } from '../components/page/use-is-printed';

const useStyles = makeStyles({
  link: {
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    '@media (pointer: coarse)': { display: 'inline-flex', alignItems: 'center', minHeight: '44px' },
    ...notPrinted,
  },
});

export function BackToDevices() {
  return (
    <Link to="/devices" className={useStyles().link}>
      Back to devices
    </Link>
  );
}
