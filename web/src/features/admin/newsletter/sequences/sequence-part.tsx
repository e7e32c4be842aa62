import { formatDate, formatNumber } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { ButtonLink } from '@/ui/link';
import { Fact, Line, Part } from '@/ui/panel-part';
import { Switch } from '@/ui/switch';
import { useAction } from '@/widgets/use-action';
import { letterPaths } from '../links';
import { type ReasonCount, SEQUENCE_CHANGED, type SequenceView } from './queries';
import { delayText, reasonsText, SEQUENCES, sum } from './text';

/** One sequence: its switch, its figures and its steps. */
export function SequencePart({ sequence }: { sequence: SequenceView }) {
  const { name, is_on: isOn, on_since: since, copied_at: copied, steps } = sequence;
  const { label, about } = SEQUENCES[name];
  const switching = useAction({
    run: (wanted: boolean) => functionAnswer('switch-sequence', { name, is_on: wanted }),
    done: (_, wanted) => ({
      title: wanted ? 'A sequência está ligada' : 'A sequência está desligada',
      description: wanted
        ? `${label}: vale para o que acontecer a partir de agora.`
        : `${label}: ninguém entra e nada sai enquanto estiver desligada.`,
      tone: 'success',
    }),
    failure: 'Não foi possível mudar a sequência.',
    refreshes: SEQUENCE_CHANGED,
  });
  return (
    <Part title={label} about={about}>
      <Switch
        label={isOn ? 'Ligada' : 'Desligada'}
        description={switchText(isOn, since, copied)}
        checked={isOn}
        disabled={switching.isPending}
        onCheckedChange={(wanted) => switching.mutate(wanted)}
        className="pt-0"
      />
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Fact name="Nela agora">{formatNumber(sequence.running)}</Fact>
        <Fact name="E-mails enviados">{formatNumber(sequence.sent)}</Fact>
        <Counted name="Passos pulados" counts={sequence.skipped} />
        <Counted name="Pararam antes" counts={sequence.stopped} />
      </dl>
      <div className="mt-6">
        {steps.map((step) => (
          <Line
            key={step.number}
            title={step.subject}
            detail={[
              delayText(step.after_hours),
              step.sent > 0 && `${formatNumber(step.sent)} enviados`,
              step.skipped > 0 && `${formatNumber(step.skipped)} pulados`,
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </div>
      <ButtonLink href={letterPaths.sequence(name)} variant="line" size="small" className="mt-5">
        Ver as pessoas<span className="sr-only"> de {label}</span>
      </ButtonLink>
    </Part>
  );
}

function switchText(isOn: boolean, since: string | null, copied: string | null): string {
  if (isOn && since) return `Desde ${formatDate(since)}`;
  return copied
    ? `Desligou sozinha em ${formatDate(copied)}: este servidor é uma cópia de outro, foi restaurado ou mudou de lugar.`
    : 'Ninguém entra e nada sai.';
}

function Counted({ name, counts }: { name: string; counts: readonly ReasonCount[] }) {
  return (
    <Fact name={name}>
      {formatNumber(sum(counts))}
      {counts.length > 0 && <span className="block type-meta">{reasonsText(counts)}</span>}
    </Fact>
  );
}
