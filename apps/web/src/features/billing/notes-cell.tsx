import { Button, Field, makeStyles, mergeClasses, Textarea, tokens } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type RefObject } from 'react';
import { LongText } from '../../components/text/long-text';
import type { NotesEditor } from './use-billing-notes';

const PLACEHOLDER = 'Click to add notes';

const useStyles = makeStyles({
  shown: {
    display: 'block',
    width: '100%',
    minHeight: '28px',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalXS}`,
    // Aligns the text with that of the other cells.
    margin: `calc(-1 * ${tokens.spacingVerticalXS}) 0 0 calc(-1 * ${tokens.spacingHorizontalXS})`,
    border: `${tokens.strokeWidthThin} dashed transparent`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: 'inherit',
    lineHeight: 'inherit',
    textAlign: 'left',
    overflowWrap: 'anywhere',
    cursor: 'text',
    ':hover': { border: `${tokens.strokeWidthThin} dashed ${tokens.colorNeutralStroke1}` },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
    '@media (pointer: coarse)': { marginTop: 0 },
  },
  empty: { color: tokens.colorNeutralForeground3 },
  area: { minWidth: 0 },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalXS, marginTop: tokens.spacingVerticalXS },
});

export function NotesCell({ assetNumber, editor }: { assetNumber: string; editor: NotesEditor }) {
  const styles = useStyles();
  const opened = useRef(false);
  const shown = useRef<HTMLButtonElement>(null);
  const editing = editor.typed !== undefined;

  useEffect(() => {
    if (editing || !opened.current) return;
    opened.current = false;
    // Leaves the focus alone if the person has moved on.
    if (document.activeElement === document.body) shown.current?.focus();
  }, [editing]);

  if (editing) return <NotesField assetNumber={assetNumber} editor={editor} opened={opened} />;
  return (
    <LongText
      text={editor.notes || PLACEHOLDER}
      frame={(text) => (
        <button
          ref={shown}
          type="button"
          className={mergeClasses(styles.shown, !editor.notes && styles.empty)}
          data-printed={editor.notes ? '' : undefined}
          aria-label={editor.notes ? `Billing Notes of ${assetNumber}: ${editor.notes}` : undefined}
          onClick={() => {
            opened.current = true;
            editor.open();
          }}
        >
          {text}
        </button>
      )}
    />
  );
}

/**
 * Whether a person is typing somewhere other than in `field`, as when their search brings the row back. A field of the
 * same row does not count: a row that was just moved may for a moment be in both lists, and typing continues in the new
 * one.
 */
function isTypedInto(focused: Element | null, field: HTMLElement): boolean {
  return Boolean(focused?.matches('input, textarea, select')) && focused?.ariaLabel !== field.ariaLabel;
}

interface NotesFieldProps {
  assetNumber: string;
  editor: NotesEditor;
  /** Whether a person has just opened it; false if it was still open when they came back to the screen. */
  opened: RefObject<boolean>;
}

/** Enter saves, Escape cancels; the buttons are for devices without these keys. */
function NotesField({ assetNumber, editor, opened }: NotesFieldProps) {
  const styles = useStyles();
  const field = useRef<HTMLTextAreaElement>(null);
  const takeFocus = useEffectEvent(() => {
    const isWanted = opened.current || editor.typed !== editor.notes;
    if (!isWanted || !field.current || isTypedInto(document.activeElement, field.current)) return;
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  });
  useEffect(() => takeFocus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') editor.close();
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void editor.save();
    }
  };
  return (
    <>
      <Field
        validationMessage={editor.error ?? editor.warning}
        validationState={editor.error ? 'error' : editor.warning ? 'warning' : 'none'}
      >
        <Textarea
          className={styles.area}
          aria-label={`Billing Notes of ${assetNumber}`}
          dir="auto"
          rows={2}
          ref={field}
          placeholder={PLACEHOLDER}
          value={editor.typed}
          onChange={(_, { value }) => editor.type(value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className={styles.buttons}>
        <Button size="small" disabledFocusable={editor.saving} onClick={() => void editor.save()}>
          {editor.saving ? 'Saving...' : 'Save'}
        </Button>
        <Button size="small" appearance="subtle" onClick={editor.close}>
          Cancel
        </Button>
      </div>
    </>
  );
}
