import { Eye, EyeOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Input } from '@/ui/input';

export interface NewPasswordInputProps extends ComponentProps<'input'> {
  shown: boolean;
  /** Given to the one field that carries the switch. */
  onToggle?: () => void;
}

/** A password being chosen, with the switch that shows it. */
export function NewPasswordInput({ shown, onToggle, ...rest }: NewPasswordInputProps) {
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        {...rest}
        type={shown ? 'text' : 'password'}
        required
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        className={onToggle && 'pr-13'}
      />
      {onToggle && (
        <button
          type="button"
          aria-label="Mostrar senha"
          aria-pressed={shown}
          onClick={onToggle}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-muted-foreground hover:text-foreground"
        >
          <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        </button>
      )}
    </div>
  );
}
