import { useCallback, useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import { isCallError, isChangedMeanwhile } from '../../api/call-error';
import { type FormValues, useDraft } from './drafts';
import { useWarnings, type FieldTexts } from './use-warnings';

interface FormOptions<Values extends FormValues, Parsed> {
  schema: z.ZodType<Parsed>;
  initial: Values;
  /** Names the form, so that typed text is still there when it is opened again. */
  draft?: string;
  /**
   * 'left': leaving the form discards the draft; it survives only interruptions that were not chosen, such as the end
   * of a sign-in.
   */
  draftUntil?: 'sent' | 'left';
  /** What a person is asked before the form is sent, by field; sending it again answers yes. */
  ask?: (values: Values) => FieldTexts;
  /** Reads the initial values anew, after the server has refused to replace what this person has not seen. */
  reread?: () => Promise<Values>;
  /** `isLeft` says whether the form has since gone from the screen. */
  onSubmit: (parsed: Parsed, isLeft: () => boolean) => Promise<void>;
  /** Called once sent, unless the form has gone by then: another one, unrelated to it, may have taken its place. */
  onSent?: () => void;
  /** Called for failures that belong to no field, or to a form that has gone. */
  onFail: (thrown: unknown, isLeft: boolean) => void;
}

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
 * A form whose values are checked by a zod schema, with the messages at their fields. Untouched fields follow
 * `initial`, so that other people's changes show and are not sent back in their old version. A touched field whose
 * `initial` has changed since is sent only once this person has been told. After sending, all fields count as
 * untouched. If a form is left while it is being sent, the next opening shows it empty; if sending failed, the text is
 * there again, unless something else has been typed by then.
 */
export function useForm<Values extends FormValues, Parsed>(options: FormOptions<Values, Parsed>) {
  const { schema, initial, draftUntil = 'sent', ask, reread, onSubmit, onSent, onFail } = options;
  const draft = useDraft<Values>(options.draft);
  const { typed, typedNow, change } = useTyped<Values>(() => draft.kept() ?? {});
  const values: Values = { ...initial, ...typed };
  const warnings = useWarnings(typed, initial, ask);
  const texts = useTexts();
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const sent = useRef<Partial<Values>>(undefined);
  const isGivenUp = useRef(false);
  const isLeft = useIsLeft(useCallback(() => busy.current && draft.forget(), [draft]));

  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
    warnings.begin(name);
    const next: Partial<Values> = { ...typedNow(), [name]: value };
    change(next);
    texts.clear(name);
    if (isLeft.current && draft.kept() !== sent.current) return;
    draft.keep(isLeft.current ? (sent.current = next) : next);
  };

  const reset = () => {
    change({});
    warnings.forget();
    texts.clear();
    draft.forget();
  };

  const leave = () => {
    // If the call that is under way fails, its text is needed.
    isGivenUp.current = draftUntil === 'left' && !busy.current;
    if (isGivenUp.current) draft.forget();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy.current) return;
    const form = event.currentTarget;
    const parsed = schema.safeParse(values);
    if (!parsed.success) return void texts.show(form, { errors: schemaIssues(parsed.error) });
    if (texts.show(form, { warnings: warnings.unseen(form, values) })) return;
    busy.current = true;
    sent.current = typed;
    setPending(true);
    try {
      await onSubmit(parsed.data, () => isLeft.current);
      // What was sent is no change by others.
      warnings.forget();
      if (isLeft.current) return;
      if (typedNow() === sent.current) reset();
      onSent?.();
    } catch (thrown) {
      const now = isChangedMeanwhile(thrown) ? await reread?.().catch(() => undefined) : undefined;
      if (isLeft.current && !isGivenUp.current && !draft.kept()) draft.keep((sent.current = typedNow()));
      const found = now ? { warnings: warnings.unseen(form, values, now) } : { errors: serverIssues(thrown, values) };
      if (isLeft.current || !texts.show(form, found)) onFail(thrown, isLeft.current);
    } finally {
      busy.current = false;
      setPending(false);
    }
  };

  /** What the fields hold now, which may be more than was sent. */
  const valuesNow = (): Values => ({ ...initial, ...typedNow() });
  /** `pendingNow`: whether the form is being sent now, for code that has waited since the render. */
  return { values, valuesNow, ...texts.shown, pending, pendingNow: () => busy.current, set, reset, leave, submit };
}

interface Texts {
  errors: FieldTexts;
  warnings: FieldTexts;
}
const NO_TEXTS: Texts = { errors: {}, warnings: {} };

/** What is wrong in the fields, and what a person is warned of. */
function useTexts() {
  const [shown, set] = useState(NO_TEXTS);
  const clear = (name?: string) => {
    const without = ({ [name ?? '']: _, ...rest }: FieldTexts) => rest;
    set(({ errors, warnings }) =>
      name === undefined ? NO_TEXTS : { errors: without(errors), warnings: without(warnings) },
    );
  };
  /** Moves the focus to the first field with a text. Returns whether there is any. */
  const show = (form: HTMLFormElement, found: Partial<Texts>): boolean => {
    flushSync(() => set({ ...NO_TEXTS, ...found }));
    const told = { ...found.errors, ...found.warnings };
    const fields = [...form.elements] as HTMLElement[];
    fields.find((field) => (field.getAttribute('name') ?? '') in told)?.focus();
    return Object.keys(told).length > 0;
  };
  return { shown, clear, show };
}

/** What was typed: as state for rendering, and as its latest value for code that has waited since the render. */
function useTyped<Values>(first: () => Partial<Values>) {
  const [typed, setTyped] = useState(first);
  const latest = useRef(typed);
  const change = (next: Partial<Values>) => {
    latest.current = next;
    setTyped(next);
  };
  return { typed, typedNow: () => latest.current, change };
}

/** Whether the form has gone from the screen; calls `onLeft` when it goes. */
function useIsLeft(onLeft: () => unknown): RefObject<boolean> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      onLeft();
    };
  }, [onLeft]);
  return isLeft;
}

function firstByField(issues: readonly Issue[]): FieldTexts {
  return Object.fromEntries(issues.map(({ path, message }) => [path, message] as const).reverse());
}

function schemaIssues({ issues }: z.ZodError): FieldTexts {
  return firstByField(issues.map((issue) => ({ ...issue, path: issue.path.join('.') })));
}

function serverIssues(thrown: unknown, values: FormValues): FieldTexts {
  const issues = isCallError(thrown) ? (thrown.body?.issues ?? []) : [];
  return firstByField(issues.filter(({ path }) => path in values));
}
