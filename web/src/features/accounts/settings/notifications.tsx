import { queryOptions, useQuery } from '@tanstack/react-query';
import { EMAIL_PERIODS } from '@/entities/email-periods';
import { EMAIL_KINDS, type EmailKind, type EmailPreference, emailReason } from '@/entities/email-preferences';
import { ask, getClient, type Selected, unwrap } from '@/lib/backend';
import { functionAnswer } from '@/lib/functions';
import { useOptimisticChange } from '@/lib/use-optimistic-change';
import { LoadFailed } from '@/ui/loaded';
import type { Option } from '@/ui/select';
import { SelectField } from '@/ui/select-field';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { usePerson } from './account';
import { DeviceSetting } from './device-setting';
import { OwnLevels } from './own-levels';
import { showFailure } from './setting';

const STORED_COLUMNS = 'email_period,summary_period,new_content';

type Stored = Selected<'notification_preferences', typeof STORED_COLUMNS>;

/** The kinds of e-mails stand beside the stored columns, so that a change sends the changed one alone. */
type Preferences = Stored & Partial<Record<EmailKind, EmailPreference>>;

const isKind = (key: string): key is EmailKind => key in EMAIL_KINDS;

/** Values that the server assumes if there is no row. */
const DEFAULTS: Stored = { email_period: 'semana', summary_period: 'semana', new_content: true };

const SUMMARIES: readonly (Option & { value: Stored['summary_period'] })[] = [
  { value: 'dia', label: 'Uma vez por dia' },
  { value: 'semana', label: 'Uma vez por semana' },
  { value: 'mes', label: 'Uma vez por mês' },
  { value: 'nunca', label: 'Nunca' },
];

function preferencesQuery(userId: string) {
  return queryOptions({
    queryKey: ['notifications', userId],
    queryFn: async ({ signal }): Promise<Preferences> => {
      const client = await getClient();
      const [{ kinds }, stored] = await Promise.all([
        functionAnswer('read-email-preferences'),
        client.from('notification_preferences').select(STORED_COLUMNS).abortSignal(signal).maybeSingle(),
      ]);
      const emails = Object.fromEntries(kinds.map((one) => [one.kind, one]));
      return { ...emails, ...(unwrap<Stored | null>(stored) ?? DEFAULTS) };
    },
    staleTime: 0,
  });
}

const kindsOf = (preferences: Partial<Preferences>): EmailPreference[] =>
  Object.keys(EMAIL_KINDS)
    .filter(isKind)
    .flatMap((kind) => preferences[kind] ?? []);

async function save(userId: string, changed: Partial<Preferences>): Promise<void> {
  const choices = kindsOf(changed).map(({ kind, follows }) => ({ kind, follows }));
  if (choices.length > 0) await functionAnswer('choose-emails', { choices });
  const stored = Object.fromEntries(Object.entries(changed).filter(([key]) => !isKind(key)));
  if (Object.keys(stored).length > 0) {
    const row = { user_id: userId, ...stored };
    await ask((client) => client.from('notification_preferences').upsert(row, { onConflict: 'user_id' }));
  }
}

export function Notifications() {
  const { id } = usePerson();
  const preferences = useQuery(preferencesQuery(id));
  const change = useOptimisticChange<Preferences>({
    queryKey: preferencesQuery(id).queryKey,
    save: (changed) => save(id, changed),
    onFailed: (error) => showFailure('O aviso não foi alterado', error),
  });
  if (preferences.isError) return <LoadFailed title="Os avisos não puderam ser lidos." query={preferences} />;
  if (!preferences.data) {
    return (
      <Loading label="Carregando os avisos">
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  }
  const { email_period: period, summary_period: summary, new_content: contents } = preferences.data;
  return (
    <>
      <div className="grid gap-x-(--gutter) gap-y-6 border-b border-border pt-2 pb-6 sm:grid-cols-2">
        <SelectField
          label="E-mails com os seus avisos"
          hint="Os avisos que você ainda não leu, reunidos em um e-mail. O que você já viu aqui não é enviado."
          options={EMAIL_PERIODS}
          value={period}
          onChange={({ target: { value } }) => {
            const chosen = EMAIL_PERIODS.find((one) => one.value === value);
            if (chosen) change.mutate({ email_period: chosen.value });
          }}
        />
        <SelectField
          label="Resumo da comunidade"
          hint="As publicações novas dos seus canais. Depois de 180 dias sem visita, deixa de ser enviado."
          options={SUMMARIES}
          value={summary}
          onChange={({ target: { value } }) => {
            const chosen = SUMMARIES.find((one) => one.value === value);
            if (chosen) change.mutate({ summary_period: chosen.value });
          }}
        />
      </div>
      <DeviceSetting />
      <Switch
        label="Conteúdos novos"
        description="Um aviso quando um artigo, vídeo ou podcast é publicado."
        checked={contents}
        onCheckedChange={(wanted) => change.mutate({ new_content: wanted })}
        className="py-5"
      />
      {kindsOf(preferences.data).map((one) => (
        <Switch
          key={one.kind}
          label={EMAIL_KINDS[one.kind].title}
          description={`${EMAIL_KINDS[one.kind].about} ${emailReason(one)}`}
          checked={one.follows}
          onCheckedChange={(follows) => change.mutate({ [one.kind]: { ...one, follows } })}
          className="py-5"
        />
      ))}
      <Switch
        label="Segurança da conta"
        description="Trocas de senha e de e-mail, novas verificações, exclusão. Estes avisos são sempre enviados."
        checked
        disabled
        onCheckedChange={() => {}}
        className="py-5"
      />
      <OwnLevels userId={id} />
    </>
  );
}
