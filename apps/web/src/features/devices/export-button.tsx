import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { useExportCsvMutation } from '../../api/exports';
import { useDeviceFilter } from './use-device-filter';

/** Saves all devices that match the filter, not only those that are loaded. */
export function ExportButton() {
  const { filter } = useDeviceFilter();
  const [exportCsv, { isLoading }] = useExportCsvMutation();
  const save = async () => {
    const params = { type: 'devices', ...filter };
    const { error } = await exportCsv({ url: 'admin/export', params, fileName: 'devices.csv' });
    if (error) console.error('The devices could not be exported', error);
  };
  return (
    <Button icon={<ArrowDownload20Regular />} disabledFocusable={isLoading} onClick={() => void save()}>
      Export CSV
    </Button>
  );
}
