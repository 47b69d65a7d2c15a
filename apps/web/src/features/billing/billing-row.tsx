import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { BillingItem } from '@repairline/contracts/billing/views';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useMarkBillingItemMutation } from './billing-api';
import { DataCell, DataRow } from '../../components/lists/data-table';
import { deviceAddress } from '../../components/device/device-address';
import { useDistrictZone } from '../../components/time/district-zone';
import { ignoreDoubleClick } from '../../components/input/ignore-double-click';
import { LongText } from '../../components/text/long-text';
import { dayText, exactText } from '../../components/time/moment-text';
import { useToast } from '../../components/toasts/use-toast';
import { tooltip } from '../../components/tooltip/tooltip';
import { useIsPlaceTooNew } from '../../components/input/use-is-label-too-new';
import { NotesCell } from './notes-cell';
import { useBillingNotes, type NotesEditor } from './use-billing-notes';
import { WorkPerformed } from './work-performed';

/** Pause between saving notes and marking their item. */
const NOTES_FIRST_MS = 100;

const useStyles = makeStyles({
  date: { color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  number: {
    color: tokens.colorBrandForegroundLink,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    '@media (pointer: coarse)': { display: 'inline-flex', alignItems: 'center', minHeight: '44px' },
  },
  mark: { whiteSpace: 'nowrap' },
  // Unlike a disabled button, it keeps its look, so that the column does not flicker whenever rows move.
  unseen: { pointerEvents: 'none' },
});

interface BillingRowProps {
  item: BillingItem;
  /** How many rows are above it on the screen. */
  place: number;
  marks: boolean;
}

export function BillingRow({ item, place, marks }: BillingRowProps) {
  const styles = useStyles();
  const timeZone = useDistrictZone();
  const row = useRef<HTMLTableRowElement>(null);
  const editor = useBillingNotes(item);
  const moment = new Date(item.timestamp);
  return (
    <DataRow ref={row}>
      <DataCell column="Date">
        <time dateTime={item.timestamp} className={styles.date} {...tooltip(exactText(moment, timeZone))}>
          {dayText(moment, timeZone)}
        </time>
      </DataCell>
      <DataCell column="Asset Number">
        <Link to={deviceAddress(item.barcodeNumber)} className={styles.number}>
          {item.barcodeNumber}
        </Link>
      </DataCell>
      <DataCell column="Issue">
        <LongText text={item.issue} />
      </DataCell>
      <DataCell column="Work Performed">
        <LongText text={`${item.actions}${item.comments ?? ''}`}>
          <WorkPerformed actions={item.actions} comments={item.comments} />
        </LongText>
      </DataCell>
      <DataCell column="Technician">{item.technician || 'Unknown'}</DataCell>
      <DataCell column="Billing Notes">
        <NotesCell assetNumber={item.barcodeNumber} editor={editor} />
      </DataCell>
      {marks && (
        <DataCell column="Actions" onScreenOnly>
          <MarkButton item={item} place={place} editor={editor} onMarked={() => focusNext(row.current)} />
        </DataCell>
      )}
    </DataRow>
  );
}

interface MarkButtonProps {
  item: BillingItem;
  place: number;
  editor: NotesEditor;
  onMarked: () => void;
}

function MarkButton({ item, place, editor, onMarked }: MarkButtonProps) {
  const styles = useStyles();
  // On a narrow screen, the button takes the place of 'Save' when the notes close.
  const isPlaceTooNew = useIsPlaceTooNew(editor.typed === undefined ? `${place}` : `${place} below the open notes`);
  const [markItem, { isLoading }] = useMarkBillingItemMutation();
  const { toast, failed } = useToast();
  const mark = async () => {
    const notes = await editor.save();
    if (notes === 'failed') return;
    if (notes === 'written') await new Promise((done) => setTimeout(done, NOTES_FIRST_MS));
    try {
      await markItem({ id: item.id, billingSent: !item.billingSent }).unwrap();
      toast('Status updated successfully');
      onMarked();
    } catch (thrown) {
      failed(thrown, 'Failed to update status');
    }
  };
  return (
    <Button
      className={mergeClasses(styles.mark, isPlaceTooNew && styles.unseen)}
      size="small"
      data-mark
      disabledFocusable={isLoading}
      onClick={ignoreDoubleClick(mark)}
    >
      {item.billingSent ? 'Mark as Pending' : 'Mark as Sent'}
    </Button>
  );
}

/** The row is about to leave its list: the keyboard focus moves to the next one. */
function focusNext(row: HTMLTableRowElement | null): void {
  if (!row?.contains(document.activeElement)) return;
  const next = row.nextElementSibling ?? row.previousElementSibling;
  next?.querySelector<HTMLElement>('[data-mark]')?.focus();
}
