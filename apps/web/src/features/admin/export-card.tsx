import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { useDispatch } from 'react-redux';
import { messageOf } from '../../api/call-error';
import { useExportCsv } from '../../api/calls/exports';
import { toastShown } from '../../components/toasts/toast-slice';
import { useToast } from '../../components/toasts/use-toast';
import { AdminCard, useControlStyles } from './admin-card';

const exports = [
  { type: 'devices', text: 'Export Devices CSV' },
  { type: 'logs', text: 'Export Repair Logs CSV' },
] as const;

export function ExportCard() {
  const styles = useControlStyles();
  return (
    <AdminCard title="Export Data">
      <p className={styles.text}>All devices, or all repair log entries, as a file for a spreadsheet.</p>
      <div className={styles.line}>
        {exports.map(({ type, text }) => (
          <ExportButton key={type} type={type} text={text} />
        ))}
      </div>
    </AdminCard>
  );
}

function ExportButton({ type, text }: { type: string; text: string }) {
  const styles = useControlStyles();
  const dispatch = useDispatch();
  const { toast } = useToast();
  const { exportCsv, isExporting } = useExportCsv();
  const save = async () => {
    try {
      await exportCsv({ url: 'admin/export', params: { type }, fileName: `${type}.csv` });
      toast(`${type} exported successfully`);
    } catch (thrown) {
      const body = messageOf(thrown, '') || undefined;
      dispatch(toastShown({ title: 'Export failed', body, intent: 'destructive' }));
    }
  };
  return (
    <Button
      className={styles.button}
      icon={<ArrowDownload20Regular />}
      disabledFocusable={isExporting}
      onClick={() => void save()}
    >
      {text}
    </Button>
  );
}
