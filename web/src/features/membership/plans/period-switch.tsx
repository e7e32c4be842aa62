import type { PlanPeriod } from '@/entities/plan-names';
import { ChipRadio } from '@/ui/chip';
import { TextLink } from '@/ui/link';

const CHOICES = [
  ['month', 'Mensal'],
  ['year', 'Anual'],
] as const;

export interface PeriodSwitchProps {
  period: PlanPeriod;
  onChange: (period: PlanPeriod) => void;
  /** The page with the prices of the other period, for browsers without script. */
  otherAddress: string;
}

/** By the month or by the year. */
export function PeriodSwitch({ period, onChange, otherAddress }: PeriodSwitchProps) {
  return (
    <>
      <fieldset className="mb-6 flex gap-2 noscript:hidden">
        <legend className="sr-only">Período da cobrança</legend>
        {CHOICES.map(([value, label]) => (
          <ChipRadio
            key={value}
            name="periodo"
            value={value}
            checked={period === value}
            onChange={() => onChange(value)}
          >
            {label}
          </ChipRadio>
        ))}
      </fieldset>
      <p className="mb-6 hidden type-ui noscript:block">
        <TextLink href={otherAddress} className="inline-flex min-h-11 items-center">
          {period === 'year' ? 'Ver os preços por mês' : 'Ver os preços por ano'}
        </TextLink>
      </p>
    </>
  );
}
