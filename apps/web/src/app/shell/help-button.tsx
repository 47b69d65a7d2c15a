import { Button } from '@fluentui/react-components';
import { QuestionCircle20Regular } from '@fluentui/react-icons/svg/question-circle';
import { lazy, Suspense, useState } from 'react';
import { tooltip } from '../../components/tooltip/tooltip';

const GuideDialog = lazy(() =>
  import('../../features/guide/guide-dialog').then(({ GuideDialog: component }) => ({ default: component })),
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
      <Suspense fallback={null}>{open && <GuideDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
