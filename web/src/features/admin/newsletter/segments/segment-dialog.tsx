import { useState } from 'react';
import { isRefusedWith } from '@/lib/errors';
import { functionAnswer } from '@/lib/functions';
import { FormDialog } from '@/ui/form-dialog';
import { InputField } from '@/ui/input-field';
import { useAction } from '@/widgets/use-action';
import { letterKeys, type Segment } from '../queries';
import { isComplete } from './questions';
import { QuestionsField } from './questions-field';
import { ReadersPreview } from './readers-preview';

const MAX_NAME = 80;

export interface SegmentDialogProps {
  /** The segment as it was; without an id a new one. */
  segment: { id: string | null; name: string; segment: Segment };
  onClose: () => void;
  onSaved?: (id: string, segment: Segment) => void;
}

/** Names a segment and its questions. */
export function SegmentDialog({ segment, onClose, onSaved }: SegmentDialogProps) {
  const [name, setName] = useState(segment.name);
  const [questions, setQuestions] = useState(segment.segment);
  const [isTried, setTried] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const saving = useAction({
    run: () => functionAnswer('save-segment', { id: segment.id, name, segment: questions }),
    done: { title: 'O segmento foi salvo', tone: 'success' },
    failure: 'Não foi possível salvar o segmento.',
    refreshes: [letterKeys.segments, ['audit']],
    onDone: ({ id }) => {
      onSaved?.(id, questions);
      onClose();
    },
    onFailed: (error) => {
      const taken = isRefusedWith(error, 'segment_name_taken');
      setTaken(taken);
      return taken;
    },
  });
  const isNamed = name.trim() !== '';
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title={segment.id ? 'Editar segmento' : 'Novo segmento'}
      description="Uma parte de uma lista, com um nome. As perguntas são feitas de novo a cada envio."
      onSubmit={() => {
        setTried(true);
        if (isNamed && isComplete(questions)) saving.mutate();
      }}
      actionLabel="Salvar segmento"
      busy={saving.isPending}
      busyLabel="Salvando..."
    >
      <InputField
        label="Nome"
        autoComplete="off"
        maxLength={MAX_NAME}
        value={name}
        error={
          isTaken ? 'Já existe um segmento com este nome.' : isTried && !isNamed ? 'Dê um nome ao segmento.' : undefined
        }
        onChange={({ target }) => {
          setName(target.value);
          setTaken(false);
        }}
      />
      <QuestionsField value={questions} onChange={setQuestions} isTried={isTried} />
      <ReadersPreview list="open" segment={questions} />
      <p className="type-meta">Contado na newsletter aberta. Na carta premium o número é outro.</p>
    </FormDialog>
  );
}
