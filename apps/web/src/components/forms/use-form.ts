import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { useDispatch, useStore } from 'react-redux';
import type { z } from 'zod';
import { isCallError } from '../../api/call-error';
import { draftDropped, draftKept, type FormValues, type WithDrafts } from './draft-slice';

interface FormOptions<Values extends FormValues, Parsed> {
  schema: z.ZodType<Parsed>;
  initial: Values;
  /** Names the form, so that what was typed is there again when it is opened the next time. */
  draft?: string;
  /** 'left': who leaves the form gives up what they typed; it outlives only what they did not choose, such as a sign-in's end. */
  draftUntil?: 'sent' | 'left';
  onSubmit: (parsed: Parsed) => Promise<void>;
  /** Told of failures that belong to no field. */
  onFail: (thrown: unknown) => void;
}

type Errors = Record<string, string>;
interface Issue {
  path: string;
  message: string;
}

/** What a dialog needs of its form. */
export interface SentForm {
  pending: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  leave: () => void;
}

/**
 * A form whose values are checked by a zod schema, with the messages at the fields they belong to. Fields that nobody has
 * touched follow `initial`, so that what others change meanwhile shows and is not sent back as it was. Once sent, none is
 * touched any more.
 */
export function useForm<Values extends FormValues, Parsed>(options: FormOptions<Values, Parsed>) {
  const { schema, initial, draft, draftUntil = 'sent', onSubmit, onFail } = options;
  const dispatch = useDispatch();
  const store = useStore<WithDrafts>();
  const [typed, setTyped] = useState<Partial<Values>>(() =>
    draft ? ((store.getState().drafts[draft] ?? {}) as Partial<Values>) : {},
  );
  const values: Values = { ...initial, ...typed };
  const [errors, setErrors] = useState<Errors>({});
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const typedSince = useRef(false);

  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
    const next: Partial<Values> & FormValues = { ...typed, [name]: value };
    typedSince.current = true;
    setTyped(next);
    setErrors(({ [name]: _, ...rest }) => rest);
    if (draft) dispatch(draftKept({ form: draft, values: next }));
  };

  const forget = () => {
    if (draft) dispatch(draftDropped(draft));
  };

  const reset = () => {
    setTyped({});
    setErrors({});
    forget();
  };

  const leave = () => {
    if (draftUntil === 'left') forget();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy.current) return;
    const form = event.currentTarget;
    const parsed = schema.safeParse(values);
    if (!parsed.success) return showErrors(form, schemaIssues(parsed.error));
    busy.current = true;
    typedSince.current = false;
    setPending(true);
    try {
      await onSubmit(parsed.data);
      if (!typedSince.current) reset();
    } catch (thrown) {
      const atFields = serverIssues(thrown, values);
      if (Object.keys(atFields).length > 0) showErrors(form, atFields);
      else onFail(thrown);
    } finally {
      busy.current = false;
      setPending(false);
    }
  };

  const showErrors = (form: HTMLFormElement, found: Errors) => {
    flushSync(() => setErrors(found));
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  return { values, errors, pending, set, reset, leave, submit };
}

function firstByField(issues: readonly Issue[]): Errors {
  return Object.fromEntries(issues.map(({ path, message }) => [path, message] as const).reverse());
}

function schemaIssues({ issues }: z.ZodError): Errors {
  return firstByField(issues.map((issue) => ({ ...issue, path: issue.path.join('.') })));
}

function serverIssues(thrown: unknown, values: FormValues): Errors {
  const issues = isCallError(thrown) ? (thrown.body?.issues ?? []) : [];
  return firstByField(issues.filter(({ path }) => path in values));
}
