import { makeStyles, tokens, Field, Input, Select, Textarea } from '@fluentui/react-components';
import type { ReactNode, KeyboardEvent } from 'react';
import type { FormValues } from './drafts';
import { useScan } from './use-scan';

interface Form<Values extends FormValues> {
  values: Values;
  errors: Record<string, string>;
  /** What has to be sent again to be meant. */
  warnings?: Record<string, string>;
  set: (name: keyof Values & string, value: never) => void;
}
export interface FieldProps<Values extends FormValues> {
  form: Form<Values>;
  name: keyof Values & string;
  label: string;
  required?: boolean;
  hint?: string;
  /** A message that does not prevent sending the form. */
  warning?: string;
}

const useStyles = makeStyles({
  field: { minWidth: 0, '& select': { width: '100%', minWidth: 0, textOverflow: 'ellipsis' } },
  area: { '& textarea': { minHeight: '64px' } },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
    '@media (max-width: 479px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

export function fieldState<Values extends FormValues>({
  form,
  name,
  label,
  required,
  hint,
  warning,
}: FieldProps<Values>) {
  const error = form.errors[name];
  const warned = form.warnings?.[name] ?? warning;
  const validationState = error ? 'error' : warned ? 'warning' : 'none';
  return { label, required, hint, validationMessage: error ?? warned, validationState } as const;
}

/** Keeps on-screen keyboards from changing asset numbers. */
export const assetNumberTyping = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const;

interface TextFieldProps<Values extends FormValues> extends FieldProps<Values> {
  type?: 'text' | 'email';
  autoComplete?: string;
  autoFocus?: boolean;
  placeholder?: string;
  /** What an on-screen keyboard starts with a capital letter. */
  autoCapitalize?: 'words';
  /** For fields that a scanner fills: the Enter it sends moves to the next field. */
  scanned?: boolean;
}

export function TextField<Values extends FormValues>(props: TextFieldProps<Values>) {
  const { form, name, type, autoComplete = 'off', autoFocus, autoCapitalize, placeholder, scanned } = props;
  const styles = useStyles();
  return (
    <Field {...fieldState(props)}>
      <Input
        className={styles.field}
        name={name}
        dir="auto"
        type={type ?? 'text'}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        autoCapitalize={autoCapitalize}
        placeholder={placeholder}
        value={String(form.values[name] ?? '')}
        onChange={(_, { value }) => form.set(name, value as never)}
        onKeyDown={scanned ? advanceOnEnter : undefined}
        {...(scanned && { ...assetNumberTyping, 'data-scanned': true })}
      />
    </Field>
  );
}

export function AreaField<Values extends FormValues>(
  props: FieldProps<Values> & { placeholder?: string; autoFocus?: boolean; rows?: number },
) {
  const { form, name, placeholder, autoFocus, rows = 3 } = props;
  const styles = useStyles();
  return (
    <Field {...fieldState(props)}>
      <Textarea
        className={styles.area}
        name={name}
        dir="auto"
        rows={rows}
        resize="vertical"
        autoFocus={autoFocus}
        placeholder={placeholder}
        value={String(form.values[name] ?? '')}
        onChange={(_, { value }) => form.set(name, value as never)}
      />
    </Field>
  );
}

interface ChoiceFieldProps<Values extends FormValues> extends FieldProps<Values> {
  /** The field that a label scanned here belongs to. */
  scansInto?: keyof Values & string;
  children: ReactNode;
}

export function ChoiceField<Values extends FormValues>(props: ChoiceFieldProps<Values>) {
  const { form, name, scansInto, children } = props;
  const styles = useStyles();
  const hearScan = useScan((label, before) => {
    if (!scansInto) return;
    form.set(name, before as never);
    form.set(scansInto, label as never);
  });
  return (
    <Field {...fieldState(props)}>
      <Select
        className={styles.field}
        name={name}
        value={String(form.values[name] ?? '')}
        onChange={(_, { value }) => form.set(name, value as never)}
        onKeyDown={scansInto ? hearScan : undefined}
      >
        {children}
      </Select>
    </Field>
  );
}

function advanceOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const fields = [...(event.currentTarget.form?.elements ?? [])].filter((element): element is HTMLElement =>
    element.matches('input, select, textarea'),
  );
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}

/** Two fields, side by side if there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={useStyles().pair}>{children}</div>;
}
