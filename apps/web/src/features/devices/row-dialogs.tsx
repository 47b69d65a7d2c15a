import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import {
  createContext,
  useCallback,
  useContext,
  useMemo,
  useState,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { devicesOf, type DevicePage } from './live-list/list-api';

export type RowDialog = FunctionComponent<{ device: Device; user: SignedInUser; onClose: () => void }>;
type OpenRowDialog = (device: Device, Dialog: RowDialog) => void;

const Opening = createContext<OpenRowDialog>(() => undefined);
export const useRowDialogs = (): OpenRowDialog => useContext(Opening);

interface RowDialogsProps {
  user: SignedInUser;
  pages: DevicePage[] | undefined;
  children: ReactNode;
}

/**
 * The dialogs of the rows' menus, mounted beside the list: other people's changes may remove the row from the window or
 * from the filter.
 */
export function RowDialogs({ user, pages, children }: RowDialogsProps) {
  const [open, setOpen] = useState<{ device: Device; Dialog: RowDialog }>();
  const show = useCallback<OpenRowDialog>((device, Dialog) => setOpen({ device, Dialog }), []);
  const close = useCallback(() => setOpen(undefined), []);
  const listed = useMemo(() => open && devicesOf(pages ?? []).find(({ id }) => id === open.device.id), [open, pages]);
  // Once the device has left the list, the dialog keeps its last known state.
  if (open && listed && listed !== open.device) setOpen({ ...open, device: listed });
  return (
    <Opening value={show}>
      {children}
      {open && <open.Dialog device={open.device} user={user} onClose={close} />}
    </Opening>
  );
}
