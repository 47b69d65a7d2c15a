import { HeartPulse20Regular } from '@fluentui/react-icons/svg/heart-pulse';
import { LinkButton } from '../../components/link-button';
import { AdminCard, useControlStyles } from './admin-card';

export function StatusCard() {
  const styles = useControlStyles();
  return (
    <AdminCard title="System Status">
      <p className={styles.text}>Shows whether every service is working and whether the lists are up to date.</p>
      <div className={styles.line}>
        <LinkButton to="/admin/status" icon={<HeartPulse20Regular />} className={styles.button}>
          Open System Status
        </LinkButton>
      </div>
    </AdminCard>
  );
}
