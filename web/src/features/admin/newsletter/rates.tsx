import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { FieldNote } from '@/ui/field';
import { Input } from '@/ui/input';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { useFocusOnFirstError, useWarningBeforeUnload } from '@/widgets/form-guards';
import { useAction } from '@/widgets/use-action';
import { letterKeys, ratesQuery, type SendingRates } from './queries';
import { typedNumber } from './text';

type RateName = keyof SendingRates;

interface Rate {
  name: RateName;
  label: string;
  about: string;
  least: number;
  most: number;
}

const MAX_LIMIT = 10_000_000;

const limit = (name: RateName, label: string, about: string): Rate => ({
  name,
  label,
  about,
  least: 0,
  most: MAX_LIMIT,
});

const RATES: readonly Rate[] = [
  {
    name: 'connections',
    label: 'Conexões ao mesmo tempo',
    about: 'Quantos e-mails podem sair no mesmo instante.',
    least: 1,
    most: 50,
  },
  limit('per_second', 'E-mails por segundo', '0 é sem limite.'),
  limit('per_minute', 'E-mails por minuto', '0 é sem limite.'),
  limit('per_hour', 'E-mails por hora', '0 é sem limite.'),
  limit(
    'per_day',
    'E-mails em 24 horas',
    '0 é sem limite. O aquecimento de um remetente novo pode baixar este número.',
  ),
  limit(
    'domain_per_minute',
    'E-mails por minuto a um mesmo domínio',
    '0 é sem limite. Vale para cada domínio, como gmail.com; os outros não esperam por ele.',
  ),
  {
    name: 'errors_to_pause',
    label: 'Erros seguidos até pausar',
    about: 'Depois deles a campanha para, e você recebe um e-mail.',
    least: 1,
    most: 1_000,
  },
];

type Written = Readonly<Record<RateName, string>>;

const written = (rates: SendingRates): Written =>
  Object.fromEntries(RATES.map(({ name }) => [name, String(rates[name])])) as Record<RateName, string>;

function errorOf({ least, most }: Rate, text: string): string | undefined {
  const value = typedNumber(text);
  const fits = value !== undefined && value >= least && value <= most;
  return fits ? undefined : `Informe um número inteiro de ${formatNumber(least)} a ${formatNumber(most)}.`;
}

/** Form of the rates at which letters go out. */
export function Rates() {
  const rates = useQuery(ratesQuery);
  return (
    <div className="max-w-220">
      <PanelHeading title="Ritmo de envio" />
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">
        Use os números que o seu serviço de e-mail permite: acima deles ele recusa. Uma mudança vale na hora, também
        para a campanha que está saindo. Códigos de acesso e avisos não esperam por campanhas.
      </p>
      <Loaded
        query={rates}
        failed="Não foi possível carregar o ritmo de envio."
        loading="Carregando o ritmo de envio"
        skeleton={['h-96 w-full']}
      >
        {(stored) => <RatesForm stored={stored} />}
      </Loaded>
      <WarmUp />
    </div>
  );
}

function RatesForm({ stored }: { stored: SendingRates }) {
  const [draft, setDraft] = useState<Partial<Written>>({});
  const [tried, setTried] = useState(0);
  const form = useFocusOnFirstError(tried);
  const values = { ...written(stored), ...draft };
  const isChanged = RATES.some(({ name }) => typedNumber(values[name]) !== stored[name]);
  useWarningBeforeUnload(isChanged);
  const saving = useAction({
    run: (rates: SendingRates) => functionAnswer('save-sending-rates', rates),
    done: { title: 'O ritmo de envio foi salvo', tone: 'success' },
    failure: 'Não foi possível salvar o ritmo de envio.',
    refreshes: [letterKeys.rates, ['audit']],
    onDone: () => setDraft({}),
  });
  const submit = () => {
    if (RATES.some((rate) => errorOf(rate, values[rate.name]))) return setTried((times) => times + 1);
    saving.mutate(
      Object.fromEntries(RATES.map(({ name }) => [name, typedNumber(values[name]) ?? 0])) as unknown as SendingRates,
    );
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="border-t border-border-strong">
        {RATES.map((rate) => (
          <RateRow
            key={rate.name}
            rate={rate}
            value={values[rate.name]}
            isTried={tried > 0}
            onChange={(text) => setDraft({ ...draft, [rate.name]: text })}
          />
        ))}
      </div>
      <div className="mt-6 flex flex-wrap gap-2 max-sm:*:w-full">
        <Button type="submit" size="small" disabled={!isChanged} busy={saving.isPending} busyLabel="Salvando...">
          Salvar
        </Button>
        {isChanged && !saving.isPending && (
          <Button variant="ghost" size="small" onClick={() => setDraft({})}>
            Descartar
          </Button>
        )}
      </div>
    </form>
  );
}

interface RateRowProps {
  rate: Rate;
  value: string;
  isTried: boolean;
  onChange: (text: string) => void;
}

function RateRow({ rate, value, isTried, onChange }: RateRowProps) {
  const id = `rate-${rate.name}`;
  const error = isTried ? errorOf(rate, value) : undefined;
  return (
    <div className="grid items-start gap-x-(--gutter) gap-y-3 border-b border-border py-5 type-ui md:grid-cols-[minmax(0,1fr)_15rem]">
      <div>
        <label htmlFor={id}>{rate.label}</label>
        <p id={`${id}-about`} className="text-small text-muted-foreground">
          {rate.about}
        </p>
      </div>
      <div className="grid gap-2">
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-about${error ? ` ${id}-note` : ''}`}
          className="tabular-nums"
          onChange={(event) => onChange(event.target.value)}
        />
        <FieldNote id={`${id}-note`} error={error} />
      </div>
    </div>
  );
}

function WarmUp() {
  return (
    <section className="mt-14 border-t border-border-strong pt-6">
      <h3 className="type-title-2">Aquecimento de um remetente novo</h3>
      <p className="mt-3 max-w-[62ch] type-ui text-foreground-2">
        Um endereço que começa a enviar muito de um dia para o outro parece spam. Com o aquecimento ligado, o limite de
        24 horas cresce sozinho de 200 a 200.000 e-mails em 42 dias. Quem cuida do servidor escolhe o primeiro dia: é a
        linha <code className="text-small">warm_up_from</code> da configuração. Vazia, não há aquecimento.
      </p>
    </section>
  );
}
