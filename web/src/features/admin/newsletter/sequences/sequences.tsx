import { useQuery } from '@tanstack/react-query';
import { useNextSearchParams } from '@/lib/router';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { DryRun } from './dry-run';
import { type SequenceName, sequencesQuery } from './queries';
import { Runs } from './runs';
import { SequencePart } from './sequence-part';
import { SEQUENCES } from './text';

const isSequence = (word: string | null): word is SequenceName => word !== null && Object.hasOwn(SEQUENCES, word);

/** The automated sequences, or the people of the one that the address names. */
export function Sequences() {
  const [params] = useNextSearchParams();
  const name = params.get('sequencia');
  return isSequence(name) ? <Runs name={name} /> : <All />;
}

function All() {
  const sequences = useQuery(sequencesQuery);
  return (
    <>
      <PanelHeading title="Sequências" />
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">
        E-mails que seguem um acontecimento, cada um no seu tempo. Ninguém recebe o mesmo passo duas vezes, e o que
        passou mais de um dia da hora não sai. Os textos estão em content/emails.toml.
      </p>
      <Loaded
        query={sequences}
        failed="Não foi possível carregar as sequências."
        loading="Carregando as sequências"
        skeleton={['h-60 w-full', 'mt-3 h-60 w-full', 'mt-3 h-60 w-full']}
      >
        {(all) => all.map((sequence) => <SequencePart key={sequence.name} sequence={sequence} />)}
      </Loaded>
      <DryRun />
    </>
  );
}
