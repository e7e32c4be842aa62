import { type ReactNode, useState } from 'react';
import { formatCount } from '@/lib/format';
import { navigate } from '@/lib/router';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { useAction } from '@/widgets/use-action';
import { addLesson, addModule, changeLesson, removeLesson, removeModule, renameModule } from '../actions';
import { editorPaths } from '../links';
import { courseKeys, MEMBERS_LEARNING, type OutlineLesson, type OutlineModule } from '../queries';
import { MoveDialog } from './move-dialog';
import { TitleDialog } from './title-dialog';
import type { OutlineTools } from './tools';
import type { KeyboardMove } from './use-keyboard-move';
import type { Order } from './use-order';

interface Given {
  course: string;
  order: Order;
  keys: KeyboardMove;
  describedBy: string;
  onFiles: OutlineTools['onFiles'];
}

const NEW = 'new';
const REFRESHES = [courseKeys.all, MEMBERS_LEARNING];

/** Returns the actions of the outline's rows, and the dialogs that ask before. */
export function useOutlineTools({ course, order, keys, describedBy, onFiles }: Given): {
  tools: OutlineTools;
  dialogs: ReactNode;
  addModule: () => void;
} {
  const [moving, setMoving] = useState<OutlineLesson>();
  const [titled, setTitled] = useState<OutlineModule | typeof NEW>();
  const [removedLesson, setRemovedLesson] = useState<OutlineLesson>();
  const [removedModule, setRemovedModule] = useState<OutlineModule>();
  const adding = useAction({
    run: ({ id }: OutlineModule) => addLesson(course, id, 'Nova aula'),
    failure: 'Não foi possível adicionar a aula.',
    refreshes: REFRESHES,
    onDone: (lesson) => navigate(editorPaths.course(course, { lesson })),
  });
  const publishing = useAction({
    run: ({ id, is_published: isPublished }: OutlineLesson) => changeLesson(id, { is_published: !isPublished }),
    done: (_, { is_published: was }) =>
      was
        ? { title: 'A aula voltou a ser rascunho', description: 'O progresso dos alunos fica guardado.' }
        : { title: 'A aula está publicada', tone: 'success' },
    failure: 'Não foi possível mudar a situação da aula.',
    refreshes: REFRESHES,
  });
  const tools: OutlineTools = {
    course,
    keys,
    describedBy,
    onFiles,
    onMove: setMoving,
    onPublish: (lesson) => publishing.mutate(lesson),
    onRemoveLesson: setRemovedLesson,
    onRename: setTitled,
    onRemoveModule: setRemovedModule,
    onAddLesson: (module) => !adding.isPending && adding.mutate(module),
  };
  const dialogs = (
    <>
      {moving && (
        <MoveDialog lesson={moving} modules={order.modules} onMove={order.save} onClose={() => setMoving(undefined)} />
      )}
      {titled && (
        <TitleDialog
          heading={titled === NEW ? 'Novo módulo' : 'Mudar o título'}
          actionLabel={titled === NEW ? 'Criar módulo' : 'Salvar'}
          title={titled === NEW ? '' : titled.title}
          save={(title) => (titled === NEW ? addModule(course, title) : renameModule(titled.id, title))}
          onClose={() => setTitled(undefined)}
        />
      )}
      <ConfirmDelete
        item={removedLesson}
        onClose={() => setRemovedLesson(undefined)}
        title="Excluir esta aula?"
        description={`“${removedLesson?.title ?? ''}” sai do curso, com o progresso e as anotações dos alunos nela. A exclusão não pode ser desfeita.`}
        run={({ id }) => removeLesson(id)}
        done={{ title: 'A aula foi excluída', tone: 'success' }}
        failure="Não foi possível excluir a aula."
        refreshes={REFRESHES}
      />
      <ConfirmDelete
        item={removedModule}
        onClose={() => setRemovedModule(undefined)}
        title="Excluir este módulo?"
        description={`“${removedModule?.title ?? ''}” sai do curso com ${formatCount(removedModule?.lessons.length ?? 0, 'aula', 'aulas')} e o progresso dos alunos nelas. A exclusão não pode ser desfeita.`}
        run={({ id }) => removeModule(id)}
        done={{ title: 'O módulo foi excluído', tone: 'success' }}
        failure="Não foi possível excluir o módulo."
        refreshes={REFRESHES}
      />
    </>
  );
  return { tools, dialogs, addModule: () => setTitled(NEW) };
}
