import { Button, Field, Input } from '@fluentui/react-components';
import { Archive20Regular } from '@fluentui/react-icons/svg/archive';
import { ArrowUndo20Regular } from '@fluentui/react-icons/svg/arrow-undo';
import { useRef, useState, type RefObject } from 'react';
import { useScrapDeviceMutation } from '../../api/calls/devices';
import { assetNumberTyping } from '../../components/forms/fields';
import { ignoreDoubleClick } from '../../components/input/ignore-double-click';
import { useToast } from '../../components/toasts/use-toast';
import { AdminCard, useControlStyles } from './admin-card';

/** Takes devices out of use, or back into it, by the number on their label. */
export function DeviceActionsCard() {
  const controls = useControlStyles();
  const input = useRef<HTMLInputElement>(null);
  const { typed, type, missing, busy, turn } = useScrapping(input);
  return (
    <AdminCard title="Device Actions">
      <Field
        label="Asset Number"
        validationMessage={missing ? 'Please enter an asset number' : undefined}
        validationState={missing ? 'error' : 'none'}
      >
        <Input
          ref={input}
          autoComplete="off"
          {...assetNumberTyping}
          value={typed}
          onChange={(_, { value }) => type(value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // A scanner ends with Enter, but the action is still to be chosen; the next scan replaces this number.
            event.preventDefault();
            event.currentTarget.select();
          }}
        />
      </Field>
      <div className={controls.line}>
        <Button
          className={controls.button}
          icon={<Archive20Regular />}
          disabledFocusable={busy}
          onClick={ignoreDoubleClick(() => turn(true))}
        >
          Scrap
        </Button>
        <Button
          className={controls.button}
          icon={<ArrowUndo20Regular />}
          disabledFocusable={busy}
          onClick={ignoreDoubleClick(() => turn(false))}
        >
          Un-scrap
        </Button>
      </div>
    </AdminCard>
  );
}

function useScrapping(input: RefObject<HTMLInputElement | null>) {
  const [scrapDevice, { isLoading: busy }] = useScrapDeviceMutation();
  const { toast, failed } = useToast();
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const type = (text: string) => {
    setTyped(text);
    setMissing(false);
  };
  const turn = async (scrap: boolean) => {
    const barcodeNumber = typed.trim();
    setMissing(!barcodeNumber);
    if (!barcodeNumber) {
      input.current?.focus();
      return;
    }
    const pressed = document.activeElement;
    try {
      await scrapDevice({ barcodeNumber, deviceId: undefined, body: { scrap } }).unwrap();
      toast(scrap ? 'Device scrapped successfully' : 'Device un-scrapped successfully');
      // A number scanned in the meantime stays, and so does the focus of a person who has moved elsewhere.
      setTyped((now) => (now.trim() === barcodeNumber ? '' : now));
      if (document.activeElement === pressed) input.current?.focus();
    } catch (thrown) {
      failed(thrown, 'Operation failed');
    }
  };
  return { typed, type, missing, busy, turn };
}
