import { Button } from '@fluentui/react-components';
import { QuestionCircle20Regular } from '@fluentui/react-icons/svg/question-circle';
import { useState } from 'react';
import { lateDialog } from '../../components/late/late-part';
import { tooltip } from '../../components/tooltip/tooltip';

const GuideDialog = lateDialog(() =>
  import('../../features/guide/guide-dialog').then(({ GuideDialog }) => GuideDialog),
);

export function HelpButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        appearance="subtle"
        icon={<QuestionCircle20Regular />}
        aria-label="Help"
        {...tooltip('Help')}
        onClick={() => setOpen(true)}
      />
      {open && <GuideDialog onClose={() => setOpen(false)} />}
    </>
  );
}
