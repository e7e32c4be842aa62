import { useQuery } from '@tanstack/react-query';
import { PencilLine } from 'lucide-react';
import { NEW_CONTENT, signedInPaths } from '@/entities/signed-in-paths';
import type { Row } from '@/lib/backend';
import { InputField } from '@/ui/input-field';
import { ButtonLink, TextLink } from '@/ui/link';
import { Part } from '@/ui/panel-part';
import { SelectField } from '@/ui/select-field';
import { type CampaignList, lettersQuery } from '../queries';
import { LIST_ABOUT, LIST_NAMES } from '../text';
import { type Draft, type DraftErrors, MAX_SENDER, MAX_SUBJECT } from './model';
import { SegmentChoice } from './segment-choice';

export interface DraftFieldsProps {
  draft: Draft;
  errors: DraftErrors;
  isTried: boolean;
  onChange: (draft: Draft) => void;
}

const LISTS = Object.keys(LIST_NAMES) as CampaignList[];

const FIELDS_HINT =
  'Aceita {nome|leitor} e {primeiro_nome|leitor}: depois da barra vai o texto para quem não tem nome.';

/** Fields of a campaign that the owner writes. */
export function DraftFields({ draft, errors, isTried, onChange }: DraftFieldsProps) {
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  return (
    <>
      <Part title="Carta" about="O texto que sai por e-mail e fica no arquivo do site.">
        <LetterField
          value={draft.content}
          error={errors.content}
          onChange={({ id, title, preheader }) =>
            change({
              content: id,
              subject: draft.subject || title,
              preheader: draft.preheader || preheader || '',
            })
          }
        />
      </Part>
      <Part title="Para quem" about="A lista é fixada quando o envio começa. Quem sai antes da sua vez não recebe.">
        <ListField value={draft.list} onChange={(list) => change({ list })} />
        <div className="mt-6">
          <SegmentChoice
            list={draft.list}
            value={draft.segment}
            isTried={isTried}
            onChange={(segment) => change({ segment })}
          />
        </div>
      </Part>
      <Part title="Envelope" about="O que a pessoa vê antes de abrir.">
        <div className="grid gap-5">
          <InputField
            label="Assunto"
            hint={FIELDS_HINT}
            error={errors.subject}
            autoComplete="off"
            maxLength={MAX_SUBJECT}
            value={draft.subject}
            onChange={({ target }) => change({ subject: target.value })}
          />
          <InputField
            label="Texto de pré-visualização"
            optional
            hint="A linha depois do assunto na caixa de entrada. Vazio, aparece o começo da carta."
            autoComplete="off"
            maxLength={MAX_SUBJECT}
            value={draft.preheader}
            onChange={({ target }) => change({ preheader: target.value })}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <InputField
              label="Nome de quem envia"
              optional
              hint="Vazio, o seu."
              autoComplete="off"
              maxLength={MAX_SENDER}
              value={draft.sender}
              onChange={({ target }) => change({ sender: target.value })}
            />
            <InputField
              label="Responder para"
              optional
              hint="Vazio, o endereço de quem envia."
              error={errors.replyTo}
              type="email"
              autoComplete="off"
              value={draft.replyTo}
              onChange={({ target }) => change({ replyTo: target.value })}
            />
          </div>
        </div>
      </Part>
    </>
  );
}

type Letter = Pick<Row<'contents'>, 'id' | 'title' | 'preheader'>;

interface LetterFieldProps {
  value: string;
  error: string | undefined;
  onChange: (letter: Letter) => void;
}

function LetterField({ value, error, onChange }: LetterFieldProps) {
  const letters = useQuery(lettersQuery);
  const chosen = letters.data?.find(({ id }) => id === value);
  const options = letters.data?.map(({ id, title, is_member_only: isForMembers, is_published: isPublished }) => ({
    value: id,
    label: [title, isForMembers && 'só para assinantes', !isPublished && 'rascunho'].filter(Boolean).join(' · '),
  }));
  // A chosen letter may lie in the trash, or be older than those of the list.
  if (value && letters.data && !chosen) options?.push({ value, label: 'A carta escolhida não está mais na lista' });
  const hint = letters.isError
    ? 'As cartas não carregaram. Atualize a página.'
    : letters.data?.length === 0
      ? 'Ainda não há cartas. Escreva a primeira e volte aqui.'
      : undefined;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <SelectField
        label="Carta"
        value={value}
        hint={hint}
        error={error}
        placeholder={letters.isPending ? 'Carregando...' : 'Escolha uma carta'}
        options={options ?? []}
        onChange={({ target }) => {
          const letter = letters.data?.find(({ id }) => id === target.value);
          if (letter) onChange(letter);
        }}
      />
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2 sm:mt-6 sm:min-h-12">
        {chosen && <TextLink href={signedInPaths.adminContent(chosen.id)}>Editar esta carta</TextLink>}
        <ButtonLink href={signedInPaths.adminContent(NEW_CONTENT)} variant="line" size="small">
          <PencilLine aria-hidden="true" className="size-4" strokeWidth={1.6} />
          Escrever a carta
        </ButtonLink>
      </p>
    </div>
  );
}

function ListField({ value, onChange }: { value: CampaignList; onChange: (list: CampaignList) => void }) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-label text-sm leading-tight">Lista</legend>
      <div className="mt-2 border-t border-border">
        {LISTS.map((list) => (
          <label
            key={list}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 border-b border-border py-3 type-ui hover:bg-card"
          >
            <input
              type="radio"
              name="list"
              value={list}
              checked={value === list}
              className="mt-px size-5 accent-foreground"
              onChange={() => onChange(list)}
            />
            <span>
              {LIST_NAMES[list]}
              <span className="block type-meta">{LIST_ABOUT[list]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
