import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { SelectField } from '@/ui/select-field';
import { type CampaignList, type Segment, segmentsQuery } from '../queries';
import { useQuestionNames } from '../segments/question-names';
import { isSame, segmentText } from '../segments/questions';
import { QuestionsField } from '../segments/questions-field';
import { ReadersPreview } from '../segments/readers-preview';
import { SegmentDialog } from '../segments/segment-dialog';

/** Stand for the whole list, and for questions of the campaign's own. */
const ALL = 'todos';
const OWN = 'perguntas';

export interface SegmentChoiceProps {
  list: CampaignList;
  value: Segment;
  isTried: boolean;
  onChange: (segment: Segment) => void;
}

/** The part of a list that gets the letter: all, a saved segment, or who satisfies some questions. */
export function SegmentChoice({ list, value, isTried, onChange }: SegmentChoiceProps) {
  const segments = useQuery(segmentsQuery);
  const [asks, setAsks] = useState(false);
  const [naming, setNaming] = useState(false);
  const names = useQuestionNames();
  const saved = segments.data?.find(({ segment }) => isSame(segment, value));
  const choice = asks ? OWN : value.length === 0 ? ALL : (saved?.id ?? OWN);
  const choose = (word: string) => {
    setAsks(word === OWN);
    if (word === ALL) onChange([]);
    else if (word !== OWN) onChange(segments.data?.find(({ id }) => id === word)?.segment ?? []);
  };
  return (
    <div className="grid gap-5">
      <SelectField
        label="Segmento"
        value={choice}
        hint={saved && choice === saved.id ? `${segmentText(value, names)}.` : undefined}
        options={[
          { value: ALL, label: 'Todos da lista' },
          ...(segments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          { value: OWN, label: 'Quem atende a perguntas...' },
        ]}
        onChange={({ target }) => choose(target.value)}
      />
      {choice === OWN && (
        <div className="grid justify-items-stretch gap-3">
          <QuestionsField value={value} onChange={onChange} isTried={isTried} />
          {value.length > 0 && (
            <div>
              <Button variant="ghost" size="small" className="-ml-4" onClick={() => setNaming(true)}>
                <Bookmark aria-hidden="true" className="size-4" strokeWidth={1.6} />
                Guardar como segmento
              </Button>
            </div>
          )}
        </div>
      )}
      <ReadersPreview list={list} segment={value} />
      {naming && (
        <SegmentDialog
          segment={{ id: null, name: '', segment: value }}
          onClose={() => setNaming(false)}
          onSaved={(_, segment) => {
            setAsks(false);
            onChange(segment);
          }}
        />
      )}
    </div>
  );
}
