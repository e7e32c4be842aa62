import type { PlanPeriod } from '@/entities/plan-period';

const CHOICES = [
  ['month', 'Mensal'],
  ['year', 'Anual'],
] as const;

export interface PeriodSwitchProps {
  period: PlanPeriod;
  onChange: (period: PlanPeriod) => void;
}

/** By the month or by the year. */
export default function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  return (
    <fieldset className="flex gap-6">
      <legend className="sr-only">Período da cobrança</legend>
      {CHOICES.map(([value, label]) => (
        <label
          key={value}
          className="inline-flex min-h-11 cursor-pointer items-center border-b-2 border-transparent type-ui text-muted-foreground hover:text-foreground has-checked:border-north has-checked:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name="periodo"
            value={value}
            checked={period === value}
            onChange={() => onChange(value)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
