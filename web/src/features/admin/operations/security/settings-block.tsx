import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useSession } from '@/entities/session';
import { Button } from '@/ui/button';
import { FieldNote } from '@/ui/field';
import { Input } from '@/ui/input';
import { Loaded } from '@/ui/loaded';
import { Select } from '@/ui/select';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast';
import type { Block, Setting } from './blocks';
import { settingsQuery, useApply } from './queries';
import { failed, LOGIN_NEEDED, rangeHint, secondFactor } from './text';
import { accepts, callOf, heldValue, rangeOf, type SettingKey, type Written } from './values';

/** Settings that are applied together, once their present values are loaded. */
export function SettingsBlock({ block }: { block: Block }) {
  const stored = useQuery(settingsQuery);
  return (
    <section className="max-w-220">
      <h3 className="pt-8 pb-4 type-title-1">{block.title}</h3>
      <Loaded query={stored} failed={block.loadFailed} loading="Carregando as configurações" skeleton={['h-40 w-full']}>
        {(values) => <BlockForm block={block} stored={values} />}
      </Loaded>
    </section>
  );
}

const NOTHING: Written = new Map();
const keyOf = (setting: Setting) => setting.key;

function BlockForm({ block, stored }: { block: Block; stored: Written }) {
  const { user, ended } = useSession();
  const apply = useApply();
  // Only changed values that are not applied yet.
  const [draft, setDraft] = useState(NOTHING);
  const value = (key: SettingKey) => draft.get(key) ?? heldValue(stored, key);
  const [first, ...others] = block.settings;
  const valid = block.settings.every(({ key }) => accepts(key, value(key)));

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!valid) return;
    if (!user || ended) return toast({ title: block.saveFailed, description: LOGIN_NEEDED, tone: 'destructive' });
    const applied: Written = new Map(block.settings.map(({ key }) => [key, value(key)]));
    apply.mutate(
      { call: callOf([keyOf(first), ...others.map(keyOf)], applied), applied },
      {
        onSuccess: () => {
          setDraft(NOTHING);
          toast({ title: block.saved, description: block.applied(value), tone: 'success' });
        },
        onError: (reason) => {
          console.error('a security setting could not be changed', reason);
          toast(failed(block.saveFailed, reason));
        },
      },
    );
  };

  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="border-t border-border-strong">
        {block.settings.map((setting) => (
          <SettingRow
            key={setting.key}
            setting={setting}
            value={value(setting.key)}
            disabled={apply.isPending}
            onChange={(text) => setDraft((before) => new Map([...before, [setting.key, text]]))}
          />
        ))}
      </div>
      <div className="mt-6 flex max-sm:*:w-full">
        <Button type="submit" size="small" disabled={!valid} busy={apply.isPending} busyLabel="Aplicando...">
          Aplicar
        </Button>
      </div>
    </form>
  );
}

export interface SettingRowProps {
  setting: Setting;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

export function SettingRow({ setting, value, disabled, onChange }: SettingRowProps) {
  if (rangeOf(setting.key))
    return <NumberRow setting={setting} value={value} disabled={disabled} onChange={onChange} />;
  if (setting.choices) return <ChoiceRow setting={setting} value={value} disabled={disabled} onChange={onChange} />;
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

function ChoiceRow({ setting, value, disabled, onChange }: SettingRowProps) {
  const id = useId();
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
      <Select
        id={id}
        aria-describedby={`${id}-about`}
        value={value}
        disabled={disabled}
        options={setting.choices ?? []}
        onChange={(event) => onChange(event.target.value)}
      />
    </TwoColumns>
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

export function TwoColumns({ words, children }: { words: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-(--gutter) gap-y-3 border-b border-border py-5 type-ui md:grid-cols-[minmax(0,1fr)_15rem]">
      <div>{words}</div>
      <div className="grid gap-2">{children}</div>
    </div>
  );
}

/** The setup of the second factor. Disabled, with the reason: the server cannot check a code here. */
export function SecondFactor() {
  const id = useId();
  return (
    <section className="max-w-220">
      <h3 className="pt-8 type-title-1">{secondFactor.title}</h3>
      <p className="mt-1 mb-4 type-ui text-muted-foreground">{secondFactor.about}</p>
      <p id={`${id}-why`} className="mb-8 flex gap-3 border border-border bg-card p-4 type-ui">
        <Info aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" strokeWidth={1.6} />
        {secondFactor.unavailable}
      </p>
      <ol className="border-t border-border-strong type-ui text-muted-foreground">
        {secondFactor.steps.map((step, index) => (
          <li key={step} className="flex items-baseline gap-4 border-b border-border py-3">
            <span aria-hidden="true" className="w-4 font-serif text-lede tabular-nums">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <TwoColumns
        words={
          <>
            <label htmlFor={id}>{secondFactor.phone}</label>
            <FieldNote id={`${id}-hint`} hint={secondFactor.phoneHint} />
          </>
        }
      >
        <Input id={id} type="tel" disabled aria-describedby={`${id}-hint ${id}-why`} />
      </TwoColumns>
      <div className="mt-6 flex max-sm:*:w-full">
        <Button size="small" disabled aria-describedby={`${id}-why`}>
          {secondFactor.send}
        </Button>
      </div>
    </section>
  );
}
