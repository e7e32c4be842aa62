import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '@/lib/session';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { toast } from '@/ui/toast';
import type { Block, Setting } from './blocks';
import { settingsQuery, useApply } from './queries';
import { SettingRow } from './setting-row';
import { failed, LOGIN_NEEDED } from './text';
import { accepts, callOf, heldValue, type SettingKey, type Written } from './values';

/** What is applied together, once its present values are known. */
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
  // Only what was changed here and not applied yet.
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
