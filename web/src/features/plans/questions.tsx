import { Plus } from 'lucide-react';
import { paths } from '@/app/pages';
import type { PlansContent } from '@/generated/content';
import { TextLink } from '@/ui/link';
import { Section } from '@/ui/section';

/** Questions that open where they stand, with or without script. The first shows how. */
export function Questions({ questions }: Pick<PlansContent, 'questions'>) {
  return (
    <Section label="Perguntas frequentes" labelIsHeading aside={<Terms />} className="pb-(--sp-section)">
      <div className="border-b border-border">
        {questions.map(({ question, answer }, index) => (
          <details key={question} open={index === 0} className="group border-t border-border">
            <summary className="flex min-h-11 list-none items-center justify-between gap-4 py-4.5 font-serif text-xl leading-snug tracking-[-0.012em] hover:text-north [&::-webkit-details-marker]:hidden">
              {question}
              <Plus
                aria-hidden="true"
                strokeWidth={1.6}
                className="size-4.5 shrink-0 text-north transition-[rotate] duration-(--dur-2) group-open:rotate-45"
              />
            </summary>
            <p className="max-w-168 pb-5.5 text-base leading-relaxed text-foreground-2">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}

/** Where the rules stand in full. */
function Terms() {
  return (
    <p className="mt-3 max-w-[26ch] type-meta">
      As regras completas estão nos <TextLink href={paths.terms}>termos de uso</TextLink> e na{' '}
      <TextLink href={paths.privacy}>política de privacidade</TextLink>.
    </p>
  );
}
