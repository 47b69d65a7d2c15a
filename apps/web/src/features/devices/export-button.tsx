import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { useExportCsv } from '../../api/calls/exports';
import { useDeviceFilter } from './use-device-filter';

/** Exports all devices that match the filter, not only the loaded ones. */
export function ExportButton() {
  const { filter } = useDeviceFilter();
  const { exportCsv, isExporting } = useExportCsv();
  const save = async () => {
    const params = { type: 'devices', ...filter };
    try {
      await exportCsv({ url: 'admin/export', params, fileName: 'devices.csv' });
    } catch (thrown) {
      console.error('The devices could not be exported', thrown);
    }
  };
  return (
    <Button icon={<ArrowDownload20Regular />} disabledFocusable={isExporting} onClick={() => void save()}>
      Export CSV
    </Button>
  );
}
