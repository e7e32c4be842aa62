import { type ReactNode, useId } from 'react';
import { FieldNote } from '@/ui/field';
import { Input } from '@/ui/input';
import { Switch } from '@/ui/switch';
import type { Setting } from './blocks';
import { rangeHint } from './text';
import { accepts, rangeOf } from './values';

export interface SettingRowProps {
  setting: Setting;
  /** As it is written. */
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** A setting in two columns: what it is and what it does, then its control. */
export function SettingRow({ setting, value, disabled, onChange }: SettingRowProps) {
  if (rangeOf(setting.key))
    return <NumberRow setting={setting} value={value} disabled={disabled} onChange={onChange} />;
  return (
    <Switch
      label={setting.label}
      description={setting.about}
      checked={value === 'true'}
      disabled={disabled}
      onCheckedChange={(on) => onChange(String(on))}
      className="py-5"
    />
  );
}

function NumberRow({ setting, value, disabled, onChange }: SettingRowProps) {
  const id = useId();
  const range = rangeOf(setting.key);
  const hint = rangeHint(setting.key, setting.unit ?? '');
  const error = accepts(setting.key, value) || !hint ? undefined : `Use um número inteiro. ${hint}.`;
  return (
    <TwoColumns
      words={
        <>
          <label htmlFor={id}>{setting.label}</label>
          <p id={`${id}-about`} className="text-small text-muted-foreground">
            {setting.about}
          </p>
        </>
      }
    >
      <Input
        id={id}
        type="number"
        inputMode="numeric"
        step={1}
        min={range?.least}
        max={range?.most}
        value={value}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-about ${id}-note`}
        className="tabular-nums"
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </TwoColumns>
  );
}

/** Words on the left, what belongs to them on the right; below each other on a phone. */
export function TwoColumns({ words, children }: { words: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-(--gutter) gap-y-3 border-b border-border py-5 type-ui md:grid-cols-[minmax(0,1fr)_15rem]">
      <div>{words}</div>
      <div className="grid gap-2">{children}</div>
    </div>
  );
}
