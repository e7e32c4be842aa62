import { CircleSlash, PencilLine, RefreshCw } from 'lucide-react';
import { type ComponentType, type SVGProps, useState } from 'react';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { Tooltip } from '@/ui/tooltip';
import { type CourseRecord, useRecordAct } from './queries';
import { failed, isOpen, isRefusal } from './text';

/** What can be done to one record; what takes something away asks first. */
export function RecordActions({ record, onWrite }: { record: CourseRecord; onWrite: () => void }) {
  const [asking, setAsking] = useState<'end' | 'ask'>();
  const act = useRecordAct();
  const { email } = record;
  const end = () =>
    act.mutate(
      { kind: 'end', id: record.id },
      {
        onSuccess: () => toast({ title: 'Acesso encerrado', description: email, tone: 'success' }),
        onError: (error) => {
          console.error('access to the courses could not be ended', error);
          toast(failed('Erro ao encerrar o acesso.', error));
        },
        onSettled: () => setAsking(undefined),
      },
    );
  const ask = () =>
    act.mutate(
      { kind: 'ask', email },
      {
        onSuccess: ({ hasAccess }) =>
          toast({
            title: hasAccess ? 'A Hotmart confirma o acesso' : 'A Hotmart não reconhece o acesso',
            description: email,
            tone: hasAccess ? 'success' : 'default',
          }),
        onError: (error) => {
          if (!isRefusal(error)) console.error('the platform could not be asked', error);
          toast(failed('Erro ao consultar a Hotmart.', error));
        },
        onSettled: () => setAsking(undefined),
      },
    );
  return (
    <div className="flex gap-0.5">
      <Action hint={isOpen(record) ? 'Alterar' : 'Liberar'} email={email} icon={PencilLine} onClick={onWrite} />
      <Action
        hint="Consultar Hotmart"
        email={email}
        icon={RefreshCw}
        busy={act.isPending && asking === undefined}
        onClick={record.source === 'manual' ? () => setAsking('ask') : ask}
      />
      {isOpen(record) && <Action hint="Encerrar" email={email} icon={CircleSlash} onClick={() => setAsking('end')} />}
      <AlertDialog
        open={asking === 'end'}
        onOpenChange={(open) => !open && !act.isPending && setAsking(undefined)}
        title="Encerrar o acesso?"
        description={`${email} deixa de ver os cursos aqui, mesmo que a Hotmart confirme uma compra. Na Hotmart nada muda.`}
        actionLabel="Encerrar acesso"
        busy={act.isPending}
        busyLabel="Encerrando..."
        onAction={end}
      />
      <AlertDialog
        open={asking === 'ask'}
        onOpenChange={(open) => !open && !act.isPending && setAsking(undefined)}
        title="Consultar a Hotmart?"
        description={`O que foi definido à mão para ${email} deixa de valer: o acesso passa a seguir a resposta da plataforma.`}
        actionLabel="Consultar"
        busy={act.isPending}
        busyLabel="Consultando..."
        onAction={ask}
      />
    </div>
  );
}

interface ActionProps {
  hint: string;
  email: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  busy?: boolean;
  onClick: () => void;
}

function Action({ hint, email, icon: Icon, busy = false, onClick }: ActionProps) {
  return (
    <Tooltip label={hint}>
      <Button variant="ghost" size="icon" aria-label={`${hint}: ${email}`} busy={busy} onClick={onClick}>
        <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      </Button>
    </Tooltip>
  );
}
