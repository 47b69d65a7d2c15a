import { MessageBar, MessageBarBody } from '@fluentui/react-components';

export function SignInError({ message }: { message: string }) {
  return (
    <div role="alert">
      <MessageBar intent="error" layout="multiline" politeness="polite">
        <MessageBarBody>{message}</MessageBarBody>
      </MessageBar>
    </div>
  );
}
