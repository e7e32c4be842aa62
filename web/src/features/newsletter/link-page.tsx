import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '@/app/pages';
import { Button } from '@/ui/button';
import { GoLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { toast } from '@/ui/toast';
import type { PublicForm } from '@/widgets/public-form/definition';
import { PublicFormFrame } from '@/widgets/public-form/public-form';
import { usePublicForm } from '@/widgets/public-form/use-public-form';

interface LinkPageProps {
  form: PublicForm<'token'>;
  token: string;
  title: string;
  text: string;
  button: string;
  busyLabel: string;
  after: ReactNode;
}

/** One question and one button; after the press, the result. */
export function LinkPage({ form: definition, token, title, text, button, busyLabel, after }: LinkPageProps) {
  const form = usePublicForm(definition, (notice) => notice.tone === 'destructive' && toast(notice), { token });
  return (
    <LinkSheet title={form.sent ? definition.success.title : title} done={form.sent}>
      <p className="mt-4 max-w-[44ch] text-foreground-2">{form.sent ? definition.success.description : text}</p>
      {form.sent ? (
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">{after}</div>
      ) : (
        <PublicFormFrame form={form} className="mt-8 grid justify-items-start gap-4">
          <Button type="submit" busy={form.busy} busyLabel={busyLabel} className="max-sm:w-full">
            {button}
          </Button>
        </PublicFormFrame>
      )}
    </LinkSheet>
  );
}

function LinkSheet({ title, done, children }: { title: string; done: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasDone = useRef(done);
  useEffect(() => {
    if (done && !wasDone.current) heading.current?.focus();
    wasDone.current = done;
  }, [done]);
  return (
    <div className="wrap py-[clamp(2.5rem,6vw,6rem)]">
      <div className="grid border border-border bg-card md:grid-cols-[1fr_2fr]">
        <Plate tone="plate" className="max-md:h-28">
          <NeedleArt
            field="axes"
            seed="a carta da semana"
            width={448}
            height={448}
            step={56}
            className="absolute inset-0"
          />
        </Plate>
        <div className="p-[clamp(1.5rem,4vw,3.75rem)]">
          <p className="font-label type-ui text-muted-foreground">A carta da semana</p>
          <h1 ref={heading} tabIndex={-1} className="mt-3 max-w-[18ch] type-display-3">
            {title}
          </h1>
          {children}
        </div>
      </div>
    </div>
  );
}

export function SubscribeAgain() {
  return (
    <>
      <GoLink href={`${paths.home}#newsletter`}>Assinar de novo</GoLink>
      <GoLink href={paths.blog()}>Ler no blog</GoLink>
    </>
  );
}
