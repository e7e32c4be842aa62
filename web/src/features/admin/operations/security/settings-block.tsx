import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId } from 'react';
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
import { failed, hintOf, LOGIN_NEEDED, refusalOf } from './text';
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

const keyOf = (setting: Setting) => setting.key;

/** Changed values that are not applied yet, by block: kept while other parts of the panel are open. */
type Drafts = ReadonlyMap<string, Written>;

const DRAFTS = ['security-settings', 'drafts'];
const NO_DRAFTS: Drafts = new Map();
const NOTHING: Written = new Map();

export function useDrafts(): Drafts {
  // Never read from the server; signing out clears it with everything else of the person.
  const { data } = useQuery({
    queryKey: DRAFTS,
    queryFn: () => NO_DRAFTS,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data ?? NO_DRAFTS;
}

/** The draft of one block. What equals the stored value is no change. */
function useDraft(block: Block, stored: Written): [Written, (draft: Written) => void] {
  const queryClient = useQueryClient();
  const draft = useDrafts().get(block.value) ?? NOTHING;
  const change = (wanted: Written) => {
    const changed = [...wanted].filter(([key, text]) => text !== heldValue(stored, key as SettingKey));
    queryClient.setQueryData<Drafts>(DRAFTS, (before = NO_DRAFTS) => {
      const others = [...before].filter(([value]) => value !== block.value);
      return new Map(changed.length > 0 ? [...others, [block.value, new Map(changed)]] : others);
    });
  };
  return [draft, change];
}

function BlockForm({ block, stored }: { block: Block; stored: Written }) {
  const { user, ended } = useSession();
  const apply = useApply();
  const [draft, setDraft] = useDraft(block, stored);
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
            onChange={(text) => setDraft(new Map([...draft, [setting.key, text]]))}
          />
        ))}
      </div>
      <div className="mt-6 flex flex-wrap gap-2 max-sm:*:w-full">
        <Button
          type="submit"
          size="small"
          disabled={!valid || draft.size === 0}
          busy={apply.isPending}
          busyLabel="Aplicando..."
        >
          Aplicar
        </Button>
        {draft.size > 0 && !apply.isPending && (
          <Button variant="ghost" size="small" onClick={() => setDraft(NOTHING)}>
            Descartar
          </Button>
        )}
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
    <TwoColumns id={id} setting={setting}>
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
  const isValid = accepts(setting.key, value);
  const unit = setting.unit ?? '';
  return (
    <TwoColumns id={id} setting={setting}>
      <Input
        id={id}
        type="number"
        inputMode="numeric"
        step={1}
        min={range?.least}
        max={range?.most}
        value={value}
        disabled={disabled}
        aria-invalid={isValid ? undefined : true}
        aria-describedby={`${id}-about ${id}-note`}
        className="tabular-nums"
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNote
        id={`${id}-note`}
        hint={hintOf(setting.key, unit, value)}
        error={isValid ? undefined : refusalOf(setting.key, unit)}
      />
    </TwoColumns>
  );
}

function TwoColumns({ id, setting, children }: { id: string; setting: Setting; children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-(--gutter) gap-y-3 border-b border-border py-5 type-ui md:grid-cols-[minmax(0,1fr)_15rem]">
      <div>
        <label htmlFor={id}>{setting.label}</label>
        <p id={`${id}-about`} className="text-small text-muted-foreground">
          {setting.about}
        </p>
      </div>
      <div className="grid gap-2">{children}</div>
    </div>
  );
}
