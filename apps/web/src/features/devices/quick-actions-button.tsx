import { Button, type ButtonProps } from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal';
import { tooltip } from '../../components/tooltip/tooltip';

export function QuickActionsButton({ of, ...props }: ButtonProps & { of: string }) {
  return (
    <Button
      appearance="subtle"
      icon={<MoreHorizontal20Regular />}
      aria-label={`Quick actions for ${of}`}
      {...tooltip('Quick actions')}
      {...props}
    />
  );
}
