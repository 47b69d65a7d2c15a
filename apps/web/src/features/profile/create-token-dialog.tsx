import { Field, Select } from '@fluentui/react-components';
import { apiTokenName } from '@repairline/contracts/identity/requests';
import { useState } from 'react';
import { useCreateApiTokenMutation, useRevokeApiTokenMutation, type NewApiToken } from './profile-api';
import { TextField } from '../../components/forms/fields';
import { FormDialog } from '../../components/dialogs/form-dialog';
import { useForm } from '../../components/forms/use-form';
import { useToast } from '../../components/toasts/use-toast';
import { NewTokenDialog } from './new-token-dialog';

const LIVES = [
  [30, '30 days'],
  [90, '90 days'],
  [180, '6 months'],
  [365, '1 year'],
] as const;

/** Asks for a name and how long the token lives, then shows the token once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [createToken] = useCreateApiTokenMutation();
  const [revokeToken] = useRevokeApiTokenMutation();
  const [made, setMade] = useState<NewApiToken>();
  const { failed } = useToast();
  const [days, setDays] = useState(90);
  const form = useForm({
    schema: apiTokenName.pick({ name: true }),
    initial: { name: '' },
    draft: 'api-token',
    draftUntil: 'left',
    async onSubmit(typed, isLeft) {
      const token = await createToken({ ...typed, days }).unwrap();
      if (!isLeft()) return setMade(token);
      // Nobody can see it any more.
      const { error } = await revokeToken(token);
      if (error) failed(error, 'Failed to revoke the token');
    },
    onFail: (thrown) => failed(thrown, 'Failed to create the token'),
  });
  if (made) return <NewTokenDialog made={made} onClose={onClose} />;
  return (
    <FormDialog
      title="New API token"
      submit="Create token"
      pendingSubmit="Creating..."
      form={form}
      blocked={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="What it is for, such as Nightly report"
        required
        autoFocus
      />
      <Field label="Expires after">
        <Select value={days} onChange={(_, { value }) => setDays(Number(value))}>
          {LIVES.map(([life, text]) => (
            <option key={life} value={life}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
