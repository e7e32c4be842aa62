import type { PlanPeriod } from '@/entities/plan/plan-period';
import type { Plan } from '@/generated/content';
import { monthlyPrice, savedByYear, yearlyPrice } from './price';

const CHOICES = [
  ['month', 'Mensal'],
  ['year', 'Anual'],
] as const;

export interface PeriodSwitchProps {
  plans: readonly Plan[];
  period: PlanPeriod;
  onChange: (period: PlanPeriod) => void;
}

/** Returns the saving of a year, if it is the same in every plan that is sold by the year. */
export function commonSaving(plans: readonly Pick<Plan, 'price' | 'yearly'>[]): string | undefined {
  const savings = plans.flatMap((plan) => {
    const [month, year] = [monthlyPrice(plan), yearlyPrice(plan)];
    return month === undefined || year === undefined ? [] : [savedByYear(month, year)];
  });
  return savings.every((saving) => saving === savings[0]) ? savings[0] : undefined;
}

/** Choice between payment by the month and by the year. */
export default function PeriodSwitch({ plans, period, onChange }: PeriodSwitchProps) {
  const saving = commonSaving(plans);
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
          {value === 'year' && saving && <span className="ml-2 text-muted-foreground">{saving} a menos</span>}
        </label>
      ))}
    </fieldset>
  );
}
