import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adviceOf } from '@/lib/errors';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { InputField } from '@/ui/input-field';
import { LoadingShapes } from '@/ui/loaded';
import { Line, Part } from '@/ui/panel-part';
import { StateBadge } from '@/ui/state-badge';
import { EmailDialog, type EmailOfStep } from './email-dialog';
import { type PlannedSequence, type PlannedStep, personQuery } from './queries';
import { OUTCOMES, REASONS, SEQUENCES } from './text';
import { dayText } from './timeline';

const MAX_EMAIL = 254;

/** Preview of each sequence for one person, with time moved forward. Nothing is sent. */
export function DryRun() {
  const [typed, setTyped] = useState('');
  const [email, setEmail] = useState('');
  const [shown, setShown] = useState<EmailOfStep>();
  const person = useQuery(personQuery(email));
  return (
    <Part
      title="Ensaio"
      about="O que uma pessoa receberia, dia a dia, se o acontecimento fosse agora. Nada é enviado nem gravado."
    >
      <form
        method="post"
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setEmail(typed.trim());
        }}
      >
        <div className="min-w-0 flex-1 basis-72">
          <InputField
            label="E-mail da pessoa"
            type="email"
            autoComplete="off"
            maxLength={MAX_EMAIL}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" variant="line" busy={person.isFetching} busyLabel="Ensaiando...">
          Ensaiar
        </Button>
      </form>
      <div className="mt-6" aria-live="polite">
        {email === '' ? null : person.isError ? (
          <ErrorNotice title="O ensaio não pôde ser feito." description={adviceOf(person.error)} />
        ) : person.data ? (
          <>
            <p className="mb-4 type-ui [overflow-wrap:anywhere]">
              {[person.data.name, person.data.email].filter(Boolean).join(' · ')}
            </p>
            {person.data.sequences.map((sequence) => (
              <Planned
                key={sequence.name}
                sequence={sequence}
                onShow={({ number }) => setShown({ sequence: sequence.name, step: number, email: person.data.email })}
              />
            ))}
          </>
        ) : (
          <LoadingShapes label="Ensaiando as sequências" shapes={['h-20 w-full', 'mt-3 h-20 w-full']} />
        )}
      </div>
      {shown && <EmailDialog of={shown} onClose={() => setShown(undefined)} />}
    </Part>
  );
}

/** Returns what a sequence does with the person, as text. */
function aboutText({ is_on: isOn, state, reason }: PlannedSequence): string {
  const parts = [
    reason ? `Não entra: ${REASONS[reason]}` : state === 'running' && 'Está nela agora',
    !isOn && 'Desligada: nada disto sai antes de você ligar',
  ];
  return parts.filter(Boolean).join(' · ');
}

function Planned({ sequence, onShow }: { sequence: PlannedSequence; onShow: (step: PlannedStep) => void }) {
  const about = aboutText(sequence);
  return (
    <section className="border-t border-border-strong py-5">
      <h4 className="font-label">{SEQUENCES[sequence.name].label}</h4>
      {about && <p className="mt-0.5 type-meta">{about}</p>}
      <div className="mt-3">
        {sequence.steps.map((step) => (
          <Line
            key={step.number}
            title={step.subject}
            detail={
              <>
                {dayText(step.at)}
                {step.reason && ` · ${REASONS[step.reason]}`}
              </>
            }
          >
            <span className="flex flex-wrap items-center gap-4">
              <StateBadge tone={OUTCOMES[step.outcome].tone}>{OUTCOMES[step.outcome].label}</StateBadge>
              <Button variant="ghost" size="small" onClick={() => onShow(step)}>
                Ver o e-mail<span className="sr-only"> {step.subject}</span>
              </Button>
            </span>
          </Line>
        ))}
      </div>
    </section>
  );
}
