import { Eye, EyeOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Input } from './input';

export interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  shown: boolean;
  /** Shows and hides the text; absent for a second field beside one that has the button. */
  onToggle?: () => void;
}

/** A password, hidden until its button is pressed. */
export function PasswordInput({ shown, onToggle, ...rest }: PasswordInputProps) {
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={onToggle && 'pr-13'}
      />
      {onToggle && (
        <button
          type="button"
          aria-pressed={shown}
          onClick={onToggle}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-muted-foreground hover:text-foreground"
        >
          <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          <span className="sr-only">Mostrar senha</span>
        </button>
      )}
    </div>
  );
}
