import type { BulkResult } from '@repairline/contracts/repairs/requests';
import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { deviceTag } from '../../api/tags';
import { messageOf } from '../../api/call-error';
import { useForm } from '../../components/forms/use-form';
import { toastShown } from '../../components/toasts/toast-slice';
import { assetLines, bulkCalls, bulkSettings, NOBODY, outcomeOf, parseAssets, type RowResult } from './bulk';
import { numbersIn, useTakeInDevicesMutation, type BulkCall } from './intake-api';

/** `failed` has no field: the rows of the last call that failed, one a line, kept in the draft together with the text. */
const initial = { school: '', model: '', priority: 'Medium', assignedTo: NOBODY, text: '', failed: '' };

interface Outcome {
  results: RowResult[];
  /** The rows of the call that failed, if one did. */
  failed: string[];
}

/** Some rows were refused: the form stays open, without the rows that were added. */
class RowsRefused extends Error {
  constructor(readonly outcome: Outcome) {
    super();
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
      const calls = bulkCalls(settings, parsed, assetLines(form.values.failed));
      const outcome = await send(calls, { onProgress, isStopped: isLeft }).finally(() => setProgress(undefined));
      dispatch(toastShown(outcomeOf(outcome.results)));
      if (outcome.results.some(({ ok }) => !ok)) throw new RowsRefused(outcome);
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
      const { results: all, failed } = thrown.outcome;
      const added = all.filter(({ ok }) => ok).map(({ barcodeNumber }) => barcodeNumber);
      const left = linesBut(form.valuesNow().text, added);
      setResults(all);
      // If more was typed in the meantime, it has to be parsed first.
      setParsed((now) => (now.length > 0 ? left : []));
      form.set('text', left.join('\n'));
      if (failed.length > 0) form.set('failed', failed.join('\n'));
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
  return async (calls: readonly BulkCall[], { onProgress, isStopped }: Sending): Promise<Outcome> => {
    const assets = calls.flatMap(numbersIn);
    const results: RowResult[] = [];
    const failRest = (message: string) => {
      const rest = assets.slice(results.length);
      results.push(...rest.map((barcodeNumber) => ({ barcodeNumber, ok: false as const, message })));
    };
    for (const call of calls) {
      if (isStopped()) {
        failRest('Not sent: the import was interrupted');
        break;
      }
      onProgress(results.length);
      const answer: { data?: BulkResult; error?: unknown } = await takeInDevices(call);
      if (answer.data) results.push(...answer.data.results);
      else {
        failRest(messageOf(answer.error, 'Failed to add device to intake'));
        return { results, failed: numbersIn(call) };
      }
    }
    return { results, failed: [] };
  };
}
