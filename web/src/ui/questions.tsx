import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Section } from './section';

export interface QuestionsProps {
  questions?: readonly { question: string; answer: string }[] | undefined;
  aside?: ReactNode;
}

/** Questions that open in place, with or without script. The first is open; without questions there is no section. */
export function Questions({ questions = [], aside }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <Section label="Perguntas frequentes" labelIsHeading aside={aside} className="pb-(--sp-section)">
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
