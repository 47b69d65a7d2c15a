import { Button, Field, Input } from '@fluentui/react-components';
import { Eye20Regular } from '@fluentui/react-icons/svg/eye';
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off';
import { useState } from 'react';
import type { FormValues } from './drafts';
import { fieldState, type FieldProps } from './fields';

interface PasswordFieldProps<Values extends FormValues> extends FieldProps<Values> {
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
}

/** A password that can be shown while it is typed. */
export function PasswordField<Values extends FormValues>(props: PasswordFieldProps<Values>) {
  const { form, name, autoComplete, autoFocus } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field {...fieldState(props)}>
      <Input
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        value={String(form.values[name] ?? '')}
        onChange={(_, { value }) => form.set(name, value as never)}
        contentAfter={
          <Button
            size="small"
            appearance="transparent"
            icon={shown ? <EyeOff20Regular /> : <Eye20Regular />}
            // Not called after the field, which people and scripts find by its label.
            aria-label="Show what you type"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        }
      />
    </Field>
  );
}

/** A new password, typed twice. */
export function NewPassword({ form }: { form: FieldProps<Record<'newPassword' | 'repeated', string>>['form'] }) {
  return (
    <>
      <PasswordField
        form={form}
        name="newPassword"
        label="New password"
        hint="At least 8 characters"
        autoComplete="new-password"
        required
      />
      <PasswordField form={form} name="repeated" label="Repeat new password" autoComplete="new-password" required />
    </>
  );
}
