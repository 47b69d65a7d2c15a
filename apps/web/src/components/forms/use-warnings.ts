import { useRef, useState } from 'react';
import type { FormValues } from './drafts';

/** How much of another person's text the message quotes. */
const SHOWN_CHARACTERS = 200;

/** Texts by the field that they belong to. */
export type FieldTexts = Record<string, string>;

/**
 * What a person is told before a form is sent, each once, so that sending it again means yes: what it would overwrite
 * of others' changes, made since its fields were first touched, and what the form itself asks.
 */
export function useWarnings<Values extends FormValues>(
  typed: Partial<Values>,
  initial: Values,
  ask: (values: Values) => FieldTexts = () => ({}),
) {
  const [first] = useState(() => pick(initial, Object.keys(typed)));
  const seen = useRef(first);
  const asked = useRef<FieldTexts>({});

  const overwritten = (form: HTMLFormElement, values: Values, now: Values): FieldTexts => {
    const names = Object.keys(seen.current);
    const news = names.filter((name) => now[name] !== seen.current[name] && now[name] !== values[name]);
    seen.current = { ...seen.current, ...pick(now, news) };
    return Object.fromEntries(news.map((name) => [name, changedMeanwhile(shownText(form, name, now[name]))]));
  };
  const questions = (values: Values): FieldTexts => {
    const before = asked.current;
    asked.current = ask(values);
    return Object.fromEntries(Object.entries(asked.current).filter(([name, question]) => question !== before[name]));
  };

  return {
    /** The field is being changed. */
    begin(name: keyof Values & string) {
      seen.current = { ...pick(initial, [name]), ...seen.current };
    },
    forget() {
      seen.current = {};
      asked.current = {};
    },
    /** `now`: what others have written by now, if that is newer than `initial`. */
    unseen: (form: HTMLFormElement, values: Values, now = initial): FieldTexts => ({
      ...questions(values),
      ...overwritten(form, values, now),
    }),
  };
}

function pick<Values extends FormValues>(values: Values, names: readonly string[]): Partial<Values> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}

/** A chosen option by its text. */
function shownText(form: HTMLFormElement, name: string, value: string | boolean | undefined): string {
  const field = form.elements.namedItem(name);
  const options = field instanceof HTMLSelectElement ? [...field.options] : [];
  return options.find((option) => option.value === value)?.text ?? String(value ?? '');
}

/** For the writer of a field that somebody else has changed to `text` since: saving again overwrites it. */
export function changedMeanwhile(text: string): string {
  if (!text) return 'This has been emptied in the meantime. Save again to keep yours.';
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return `This has been changed to “${shown}” in the meantime. Save again to replace it.`;
}
