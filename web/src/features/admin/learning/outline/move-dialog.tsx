import { useState } from 'react';
import { FormDialog } from '@/ui/form-dialog';
import { SelectField } from '@/ui/select-field';
import type { OutlineLesson } from '../queries';
import { findLesson, type Modules, moveLesson } from './order';

export interface MoveDialogProps {
  lesson: OutlineLesson;
  modules: Modules;
  onMove: (modules: Modules) => void;
  onClose: () => void;
}

/** Moves a lesson to a named place. */
export function MoveDialog({ lesson, modules, onMove, onClose }: MoveDialogProps) {
  const place = findLesson(modules, lesson.id);
  const [module, setModule] = useState(modules[place?.module ?? 0]?.id ?? '');
  const [after, setAfter] = useState('');
  const index = modules.findIndex((one) => one.id === module);
  const others = modules[index]?.lessons.filter(({ id }) => id !== lesson.id) ?? [];
  const submit = async () => {
    const to = others.findIndex(({ id }) => id === after) + 1;
    onMove(moveLesson(modules, lesson.id, { module: index, lesson: to }));
    onClose();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Mover aula"
      description={`Para onde vai “${lesson.title}”?`}
      onSubmit={submit}
      actionLabel="Mover"
      busy={false}
      busyLabel=""
    >
      <SelectField
        label="Módulo"
        value={module}
        onChange={(event) => {
          setModule(event.target.value);
          setAfter('');
        }}
        options={modules.map(({ id, title }, number) => ({ value: id, label: `${number + 1}. ${title}` }))}
      />
      <SelectField
        label="Posição"
        value={after}
        onChange={(event) => setAfter(event.target.value)}
        options={[
          { value: '', label: 'No começo do módulo' },
          ...others.map(({ id, title }) => ({ value: id, label: `Depois de “${title}”` })),
        ]}
      />
    </FormDialog>
  );
}
