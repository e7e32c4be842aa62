import { type FormValues, initialValues, withFields } from '../form/model';
import { ClashDialog } from './clash-dialog';
import type { DraftAnswer, DraftState } from './draft-saver';

interface ClashProps {
  state: DraftState;
  mine: () => FormValues;
  onTheirs: (values: FormValues) => void;
  settle: (theirs: FormValues, answer: DraftAnswer, takes: 'mine' | 'theirs') => void;
}

/** Lets the person choose between their words and those of somebody else, while both are there. */
export function Clash({ state, mine, onTheirs, settle }: ClashProps) {
  if (state.kind !== 'clash') return null;
  const { answer } = state;
  const theirs = withFields(answer.fields, initialValues(undefined));
  return (
    <ClashDialog
      open
      mine={mine()}
      theirs={theirs}
      authorId={answer.author_id}
      at={answer.saved_at}
      onMine={() => settle(theirs, answer, 'mine')}
      onTheirs={() => {
        settle(theirs, answer, 'theirs');
        onTheirs(theirs);
      }}
    />
  );
}
