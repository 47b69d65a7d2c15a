import { Button } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';

interface LinkButtonProps {
  to: string;
  icon?: ReactElement;
  appearance?: 'primary';
  /** Called before the screen changes. */
  onLeave?: () => void;
  className?: string;
  children: ReactNode;
}

/** A link to another screen that looks like a button; a modified click opens it elsewhere, as with any link. */
export function LinkButton({ to, icon, appearance, className, onLeave, children }: LinkButtonProps) {
  const navigate = useNavigate();
  return (
    <Button
      as="a"
      href={to}
      icon={icon}
      appearance={appearance}
      className={className}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onLeave?.();
        void navigate(to);
      }}
    >
      {children}
    </Button>
  );
}
