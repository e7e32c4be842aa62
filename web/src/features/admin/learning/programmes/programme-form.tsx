import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { limits } from '@/generated/columns/programmes';
import { Button } from '@/ui/button';
import { IconAction } from '@/ui/icon-action';
import { InputField } from '@/ui/input-field';
import { SelectField } from '@/ui/select-field';
import { Switch } from '@/ui/switch';
import { TextareaField } from '@/ui/textarea-field';
import { useAction } from '@/widgets/use-action';
import { saveProgramme } from '../actions';
import { type CourseTitle, courseKeys, MEMBERS_LEARNING, type Programme } from '../queries';
import { VALIDITY_HINT, validity } from '../validity';

export interface ProgrammeFormProps {
  /** Stored programme, or `undefined` for a new one. */
  programme: Programme | undefined;
  courses: readonly CourseTitle[];
  onDone: () => void;
}

/** A programme: its title, its rules, and its courses in their order. */
export function ProgrammeForm({ programme, courses, onDone }: ProgrammeFormProps) {
  const before = programme?.programme_courses.map(({ course_id: id }) => id) ?? [];
  const [title, setTitle] = useState(programme?.title ?? '');
  const [description, setDescription] = useState(programme?.description ?? '');
  const [isOrdered, setOrdered] = useState(programme?.is_ordered ?? false);
  const [months, setMonths] = useState(validity.read(programme?.certificate_months));
  const monthsProblem = validity.rule.safeParse(months).error?.issues[0]?.message;
  const [isPublished, setPublished] = useState(programme?.is_published ?? false);
  const [held, setHeld] = useState<readonly string[]>(before);
  const [isAsked, setAsked] = useState(false);
  const saving = useAction({
    run: () =>
      saveProgramme(
        {
          id: programme?.id ?? crypto.randomUUID(),
          title: title.trim(),
          description: description.trim() || null,
          is_ordered: isOrdered,
          certificate_months: validity.write(months),
          is_published: isPublished,
        },
        before,
        held,
      ),
    done: { title: 'O programa foi salvo', tone: 'success' },
    failure: 'Não foi possível salvar o programa.',
    refreshes: [courseKeys.all, MEMBERS_LEARNING],
    onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (title.trim() && !monthsProblem) saving.mutate();
  };
  const move = (index: number, by: -1 | 1) => {
    const next = [...held];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    setHeld(next);
  };
  const titleOf = (id: string) => courses.find((course) => course.id === id)?.title ?? 'Curso excluído';
  const others = courses.filter(({ id }) => !held.includes(id));
  return (
    <form onSubmit={submit} noValidate className="grid max-w-(--measure) gap-5.5 py-2">
      <InputField
        label="Título do programa"
        error={isAsked && !title.trim() ? 'Dê um título ao programa.' : undefined}
        value={title}
        maxLength={limits.title}
        autoComplete="off"
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextareaField
        label="Descrição"
        optional
        value={description}
        maxLength={limits.description}
        rows={4}
        onChange={(event) => setDescription(event.target.value)}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-label text-sm leading-tight">Cursos, na ordem</legend>
        <ol className="border-t border-border empty:hidden">
          {held.map((id, index) => (
            <li key={id} className="flex items-center gap-0.5 border-b border-border py-1 type-ui">
              <span className="w-6 shrink-0 text-muted-foreground tabular-nums">{index + 1}.</span>
              <span className="min-w-0 grow [overflow-wrap:anywhere]">{titleOf(id)}</span>
              <IconAction
                hint="Subir"
                label={`Subir ${titleOf(id)}`}
                icon={ArrowUp}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconAction
                hint="Descer"
                label={`Descer ${titleOf(id)}`}
                icon={ArrowDown}
                disabled={index === held.length - 1}
                onClick={() => move(index, 1)}
              />
              <IconAction
                hint="Tirar"
                label={`Tirar ${titleOf(id)}`}
                icon={X}
                onClick={() => setHeld(held.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ol>
        <SelectField
          label="Adicionar curso"
          className="mt-3"
          value=""
          onChange={(event) => event.target.value && setHeld([...held, event.target.value])}
          options={[
            { value: '', label: others.length > 0 ? 'Escolha um curso' : 'Todos os cursos já estão no programa' },
            ...others.map(({ id, title: name, is_published: isOpen }) => ({
              value: id,
              label: isOpen ? name : `${name} (rascunho)`,
            })),
          ]}
        />
      </fieldset>
      <InputField
        label="Validade do certificado em meses"
        optional
        hint={VALIDITY_HINT}
        error={isAsked ? monthsProblem : undefined}
        className="sm:max-w-96"
        value={months}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => setMonths(event.target.value)}
      />
      <div className="border-t border-border">
        <Switch
          label="Em ordem"
          description="Um curso só de programas abre quando o anterior está concluído; os outros ficam abertos"
          checked={isOrdered}
          onCheckedChange={setOrdered}
        />
        <Switch
          label="Publicado"
          description="Membros o encontram em Meus programas"
          checked={isPublished}
          onCheckedChange={setPublished}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" size="small" disabled={saving.isPending} onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" size="small" busy={saving.isPending} busyLabel="Salvando...">
          Salvar programa
        </Button>
      </div>
    </form>
  );
}
