import { CircleSlash, PencilLine, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { AlertDialog } from '@/ui/alert-dialog';
import { IconAction } from '@/ui/icon-action';
import { useAction } from '@/widgets/use-action';
import { type CourseRecord, checkPlatform, end, RECORDS } from './queries';
import { isOpen } from './text';

export function RecordActions({ record, onWrite }: { record: CourseRecord; onWrite: () => void }) {
  const [asking, setAsking] = useState<'end' | 'check'>();
  const { email } = record;
  const ending = useAction({
    run: () => end(record.id),
    done: { title: 'Acesso encerrado', description: email, tone: 'success' },
    failure: 'Erro ao encerrar o acesso.',
    refreshes: [RECORDS],
  });
  const check = useAction({
    run: () => checkPlatform(email),
    done: ({ hasAccess }) => ({
      title: hasAccess ? 'A Hotmart confirma o acesso' : 'A Hotmart não reconhece o acesso',
      description: email,
      tone: hasAccess ? 'success' : 'default',
    }),
    failure: 'Erro ao consultar a Hotmart.',
    refreshes: [RECORDS],
  });
  const busy = ending.isPending || check.isPending;
  const close = () => setAsking(undefined);
  const named = (hint: string) => ({ hint, label: `${hint}: ${email}` });
  const question = { onOpenChange: (open: boolean) => !open && !busy && close(), busy };
  return (
    <div className="flex gap-0.5">
      <IconAction {...named(isOpen(record) ? 'Alterar' : 'Liberar')} icon={PencilLine} onClick={onWrite} />
      <IconAction
        {...named('Consultar Hotmart')}
        icon={RefreshCw}
        busy={check.isPending && asking === undefined}
        onClick={record.source === 'manual' ? () => setAsking('check') : () => check.mutate()}
      />
      {isOpen(record) && <IconAction {...named('Encerrar')} icon={CircleSlash} onClick={() => setAsking('end')} />}
      <AlertDialog
        {...question}
        open={asking === 'end'}
        title="Encerrar o acesso?"
        description={`${email} deixa de ver os cursos aqui, mesmo que a Hotmart confirme uma compra. Na Hotmart nada muda.`}
        actionLabel="Encerrar acesso"
        busyLabel="Encerrando..."
        onAction={() => ending.mutate(undefined, { onSettled: close })}
      />
      <AlertDialog
        {...question}
        open={asking === 'check'}
        title="Consultar a Hotmart?"
        description={`O que foi definido manualmente para ${email} deixa de valer: o acesso passa a seguir a resposta da plataforma.`}
        actionLabel="Consultar"
        busyLabel="Consultando..."
        onAction={() => check.mutate(undefined, { onSettled: close })}
      />
    </div>
  );
}
