import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react';
import { paths } from '@/app/pages';
import { Avatar, LEVELS, nameOf, type Profile, roleOf } from '@/entities/member';
import { limits, words } from '@/generated/columns/member_profiles';
import { sentenceOf } from '@/lib/errors';
import { formatDate } from '@/lib/format';
import { keepText, readText } from '@/lib/start/kept-text';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { InputField } from '@/ui/input-field';
import { TextLink } from '@/ui/link';
import { SelectField } from '@/ui/select-field';
import { TextareaField } from '@/ui/textarea-field';
import { useAction } from '@/widgets/use-action';
import { AvatarField } from './avatar-field';
import {
  type FormValues,
  isWebAddress,
  keptValues,
  type Visibility,
  valuesOf,
  WRONG_ADDRESS,
  webAddress,
} from './profile-values';
import { type OwnProfile, ownProfileKey, saveProfile } from './queries';

type TextName = Exclude<keyof FormValues & keyof typeof limits, 'avatar_url'>;
type VisibilityName = Extract<keyof FormValues, `${string}_visibility`>;

const VISIBILITIES: readonly { value: Visibility; label: string }[] = [
  { value: 'membros', label: 'Todos os membros' },
  { value: 'moderacao', label: 'Só a moderação' },
  { value: 'ninguem', label: 'Ninguém' },
];

const saved = {
  title: 'Perfil atualizado!',
  description: 'Suas informações foram salvas com sucesso.',
  tone: 'success',
} as const;

const failed = (error: unknown) =>
  ({
    title: 'Erro ao salvar perfil',
    description: sentenceOf(error) ?? 'Não foi possível atualizar seu perfil. Tente novamente.',
    tone: 'destructive',
  }) as const;

export function ProfileForm({
  profile,
  userId,
  givenName,
}: {
  profile: OwnProfile | null;
  userId: string;
  givenName: string;
}) {
  const key = `perfil:${userId}`;
  const [kept, setKept] = useState(() => keptValues(readText(key), valuesOf(profile, givenName)));
  const [values, setValues] = useState(() => kept ?? valuesOf(profile, givenName));
  const [tried, setTried] = useState(false);
  const set = <Name extends keyof FormValues>(name: Name, value: FormValues[Name]) => {
    const next = { ...values, [name]: value };
    setValues(next);
    keepText(key, JSON.stringify(next));
  };
  const forget = () => {
    keepText(key, '');
    setKept(null);
  };
  const text = (name: TextName) => ({
    name,
    value: values[name],
    maxLength: limits[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set(name, event.target.value),
  });
  const seen = (name: VisibilityName) => ({
    visibility: values[name],
    onVisibility: (visibility: Visibility) => set(name, visibility),
  });
  const problems = {
    display_name: values.display_name.trim() ? undefined : 'Digite o seu nome.',
    linkedin_url: isWebAddress(values.linkedin_url) ? undefined : WRONG_ADDRESS,
    website_url: isWebAddress(values.website_url) ? undefined : WRONG_ADDRESS,
  };
  const problem = (name: keyof typeof problems) => (tried ? problems[name] : undefined);
  const action = useAction({
    run: () =>
      saveProfile(userId, {
        ...values,
        display_name: values.display_name.trim(),
        bio: values.bio.trim() || null,
        company: values.company.trim() || null,
        position: values.position.trim() || null,
        linkedin_url: webAddress(values.linkedin_url) || null,
        website_url: webAddress(values.website_url) || null,
      }),
    refreshes: [ownProfileKey(userId), ['profiles'], ['members', 'display-name', userId]],
    done: saved,
    failure: failed,
    onDone: forget,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const wrong = Object.entries(problems).find(([, text]) => text)?.[0];
    if (wrong) return event.currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    action.mutate();
  };
  const shown = { ...values, user_id: userId };
  return (
    <div className="grid items-start gap-x-[clamp(1.75rem,4vw,4rem)] gap-y-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
      <form noValidate onSubmit={submit} className="grid gap-6">
        {kept && (
          <div
            role="status"
            className="flex flex-wrap items-center gap-x-4 border-l-3 border-warning bg-warning-tint px-4"
          >
            <p className="py-2 text-small">Continuamos do que você escreveu e ainda não salvou.</p>
            <Button
              variant="ghost"
              size="small"
              onClick={() => {
                setValues(valuesOf(profile, givenName));
                forget();
              }}
            >
              Descartar
            </Button>
          </div>
        )}
        <AvatarField userId={userId} profile={shown} onChange={(address) => set('avatar_url', address)} />
        <InputField label="Nome" error={problem('display_name')} {...text('display_name')} autoComplete="name" />
        <Shared label="Bio" {...seen('bio_visibility')}>
          <TextareaField label="Bio" optional hint="O que você faz e no que pode ajudar." {...text('bio')} />
        </Shared>
        <Shared label="Empresa" {...seen('company_visibility')}>
          <InputField label="Empresa" optional {...text('company')} autoComplete="organization" />
        </Shared>
        <Shared label="Cargo" {...seen('position_visibility')}>
          <InputField label="Cargo" optional {...text('position')} autoComplete="organization-title" />
        </Shared>
        <Shared label="LinkedIn" {...seen('linkedin_visibility')}>
          <InputField
            label="LinkedIn"
            optional
            error={problem('linkedin_url')}
            {...text('linkedin_url')}
            type="url"
            inputMode="url"
          />
        </Shared>
        <Shared label="Site" {...seen('website_visibility')}>
          <InputField
            label="Site"
            optional
            error={problem('website_url')}
            {...text('website_url')}
            type="url"
            inputMode="url"
          />
        </Shared>
        <SelectField
          label="Experiência"
          name="experience_level"
          value={values.experience_level}
          onChange={(event) => set('experience_level', event.target.value as Profile['experience_level'])}
          options={words.experience_level.map((level) => ({ value: level, label: LEVELS[level] }))}
        />
        <Checkbox checked={values.in_directory} onChange={(event) => set('in_directory', event.target.checked)}>
          Aparecer na lista de membros. Sem isso, só quem encontra você em uma conversa vê o seu perfil.
        </Checkbox>
        <p className="type-ui text-muted-foreground">
          Nas <TextLink href={`${paths.membersSettings}#comunidade`}>configurações</TextLink> você decide se os outros
          veem quando está na comunidade.
        </p>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" size="small" busy={action.isPending} busyLabel="Salvando...">
            Salvar perfil
          </Button>
          <TextLink href={paths.membersMember(userId)} className="inline-flex min-h-11 items-center type-ui">
            Ver como os outros veem
          </TextLink>
        </div>
      </form>
      <Summary profile={shown} since={profile?.join_date} />
    </div>
  );
}

interface SharedProps {
  label: string;
  visibility: Visibility;
  onVisibility: (visibility: Visibility) => void;
  children: ReactNode;
}

/** A field with the choice of who sees it, in the line of the label: it is made once and read often. */
function Shared({ label, visibility, onVisibility, children }: SharedProps) {
  const Icon = visibility === 'membros' ? Eye : EyeOff;
  return (
    <div className="relative -mt-5 [&_label]:pt-6">
      {children}
      <span className="absolute top-2.5 right-0 flex items-center text-muted-foreground hover:text-foreground">
        <Icon aria-hidden="true" className="pointer-events-none absolute left-0 size-4" strokeWidth={1.6} />
        <select
          aria-label={`Quem vê: ${label}`}
          value={visibility}
          onChange={(event) => onVisibility(event.target.value as Visibility)}
          className="min-h-11 appearance-none rounded-sm bg-transparent pr-5 pl-5.5 text-right [text-align-last:right] lg:text-small"
        >
          {VISIBILITIES.map(({ value, label: name }) => (
            <option key={value} value={value} className="bg-card text-foreground">
              {name}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-0 size-4" strokeWidth={1.6} />
      </span>
    </div>
  );
}

/** The profile as others see it. */
function Summary({ profile, since }: { profile: Profile; since: string | undefined }) {
  const role = roleOf(profile);
  return (
    <aside aria-label="Resumo do perfil" className="border border-border bg-card p-6 lg:sticky lg:top-24">
      <Avatar profile={profile} id={profile.user_id} className="size-14 text-xl!" />
      <h2 className="mt-4 type-title-1 wrap-anywhere">{nameOf(profile)}</h2>
      {role && <p className="mt-1 type-ui text-muted-foreground wrap-anywhere">{role}</p>}
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <Badge tone="line">{LEVELS[profile.experience_level]}</Badge>
        {since && <span className="type-meta">Membro desde {formatDate(since)}</span>}
      </p>
    </aside>
  );
}
