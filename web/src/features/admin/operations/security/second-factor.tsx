import { Info } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/ui/button';
import { FieldNote } from '@/ui/field';
import { Input } from '@/ui/input';
import { TwoColumns } from './setting-row';
import { secondFactor } from './text';

/** How the second factor will be set up. Off, and it says why: the server has nothing to check a code with. */
export function SecondFactor() {
  const id = useId();
  return (
    <section className="max-w-220">
      <h3 className="pt-8 type-title-1">{secondFactor.title}</h3>
      <p className="mt-1 mb-4 type-ui text-muted-foreground">{secondFactor.about}</p>
      <p id={`${id}-why`} className="mb-8 flex gap-3 border border-border bg-card p-4 type-ui">
        <Info aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" strokeWidth={1.6} />
        {secondFactor.unavailable}
      </p>
      <ol className="border-t border-border-strong type-ui text-muted-foreground">
        {secondFactor.steps.map((step, index) => (
          <li key={step} className="flex items-baseline gap-4 border-b border-border py-3">
            <span aria-hidden="true" className="w-4 font-serif text-lede tabular-nums">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <TwoColumns
        words={
          <>
            <label htmlFor={id}>{secondFactor.phone}</label>
            <FieldNote id={`${id}-hint`} hint={secondFactor.phoneHint} />
          </>
        }
      >
        <Input id={id} type="tel" disabled aria-describedby={`${id}-hint ${id}-why`} />
      </TwoColumns>
      <div className="mt-6 flex max-sm:*:w-full">
        <Button size="small" disabled aria-describedby={`${id}-why`}>
          {secondFactor.send}
        </Button>
      </div>
    </section>
  );
}
