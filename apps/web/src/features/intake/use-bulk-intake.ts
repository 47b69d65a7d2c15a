import type { BulkResult } from '@repairline/contracts/repairs/commands';
import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { deviceTag } from '../../api/api';
import { messageOf } from '../../api/call-error';
import { useTakeInDevicesMutation } from '../../api/devices';
import { useForm } from '../../components/forms/use-form';
import { toastShown } from '../../components/toasts/toast-slice';
import { assetLines, bulkCalls, bulkSettings, NOBODY, outcomeOf, parseAssets } from './bulk';
import type { BulkSettings, RowResult } from './bulk';

const initial = { school: '', model: '', priority: 'Medium', assignedTo: NOBODY, text: '' };

/** Some rows were refused: the form stays open, without the rows that were added. */
class RowsRefused extends Error {
  constructor(
    readonly results: RowResult[],
    readonly assets: readonly string[],
  ) {
    super();
  }

  /** The asset numbers, as typed, of the rows that were added or were not. */
  rowsThat(areIn: boolean): string[] {
    return this.assets.filter((_, row) => this.results[row]?.ok === areIn);
  }
}

interface Progress {
  through: number;
  of: number;
}

export type BulkForm = ReturnType<typeof useBulkIntake>;

/**
 * The state of a bulk import: the parsed numbers, how many lines were repeated, the progress, and the outcome of each
 * row.
 */
export function useBulkIntake(onDone: () => void) {
  const dispatch = useDispatch();
  const send = useSendAll();
  const [parsed, setParsed] = useState<string[]>([]);
  const [results, setResults] = useState<RowResult[]>([]);
  const [progress, setProgress] = useState<Progress>();
  const form = useForm({
    schema: bulkSettings,
    initial,
    draft: 'bulk-intake',
    async onSubmit(settings, isLeft) {
      setResults([]);
      const onProgress = (through: number) => setProgress({ through, of: parsed.length });
      const all = await send(settings, parsed, { onProgress, isStopped: isLeft }).finally(() => setProgress(undefined));
      dispatch(toastShown(outcomeOf(all)));
      if (all.some(({ ok }) => !ok)) throw new RowsRefused(all, parsed);
    },
    onSent() {
      const left = linesBut(form.valuesNow().text, parsed);
      if (left.length === 0) {
        form.reset();
        onDone();
      } else {
        setParsed([]);
        form.set('text', left.join('\n'));
      }
    },
    onFail(thrown) {
      if (!(thrown instanceof RowsRefused)) throw thrown;
      const left = linesBut(form.valuesNow().text, thrown.rowsThat(true));
      setResults(thrown.results);
      // If more was typed in the meantime, it has to be parsed first.
      setParsed((now) => (now.length > 0 ? thrown.rowsThat(false) : []));
      form.set('text', left.join('\n'));
    },
  });

  const nothing = () =>
    dispatch(toastShown({ title: 'No devices to import', body: 'Please enter asset numbers first' }));
  const parse = () => {
    const assets = parseAssets(form.values.text);
    setParsed(assets);
    setResults([]);
    if (assets.length === 0) nothing();
  };
  const type = (text: string) => {
    form.set('text', text);
    setParsed([]);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (parsed.length === 0) nothing();
    else await form.submit(event);
  };
  const repeated = parsed.length > 0 ? assetLines(form.values.text).length - parsed.length : 0;
  return { form: { ...form, submit }, parsed, repeated, results, progress, parse, type };
}

/** The asset numbers in the text that are not among those already added. */
function linesBut(text: string, added: readonly string[]): string[] {
  const known = new Set(added.map((number) => deviceTag(number).id));
  return parseAssets(text).filter((typed) => !known.has(deviceTag(typed).id));
}

interface Sending {
  onProgress: (rows: number) => void;
  isStopped: () => boolean;
}

/**
 * Sends one call after another and reports how many rows are done. A failed call fails its rows and ends the import; so
 * does leaving the form.
 */
function useSendAll() {
  const [takeInDevices] = useTakeInDevicesMutation();
  return async (settings: BulkSettings, assets: readonly string[], { onProgress, isStopped }: Sending) => {
    const all: RowResult[] = [];
    const failRest = (message: string) => {
      all.push(...assets.slice(all.length).map((barcodeNumber) => ({ barcodeNumber, ok: false as const, message })));
    };
    for (const call of bulkCalls(settings, assets)) {
      if (isStopped()) {
        failRest('Not sent: the import was interrupted');
        break;
      }
      onProgress(all.length);
      const answer: { data?: BulkResult; error?: unknown } = await takeInDevices(call);
      if (answer.data) all.push(...answer.data.results);
      else {
        failRest(messageOf(answer.error, 'Failed to add device to intake'));
        break;
      }
    }
    return all;
  };
}
