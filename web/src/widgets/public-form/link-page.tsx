import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/ui/button';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { toast } from '@/ui/toast';
import type { PublicForm } from './definition';
import { PublicFormFrame } from './public-form';
import { type Bound, usePublicForm } from './use-public-form';

interface LinkPageProps<Field extends string> {
  form: PublicForm<Field | 'token'>;
  token: string;
  /** Name of the e-mails. */
  eyebrow: string;
  /** Fields beside the token. */
  fields?: (bind: (field: Field | 'token') => Bound) => ReactNode;
  title: string;
  text: string;
  button: string;
  busyLabel: string;
  /** Links under the button. */
  beside?: ReactNode;
  after: ReactNode;
}

/** The page behind a link of an e-mail: one question and one button; after the press, the result. */
export function LinkPage<Field extends string = never>({
  form: definition,
  token,
  eyebrow,
  fields,
  title,
  text,
  button,
  busyLabel,
  beside,
  after,
}: LinkPageProps<Field>) {
  const given = { token } as Partial<Record<Field | 'token', string>>;
  const form = usePublicForm(definition, (notice) => notice.tone === 'destructive' && toast(notice), given);
  return (
    <LinkSheet name={form.name} eyebrow={eyebrow} title={form.sent ? definition.success.title : title} done={form.sent}>
      <p className="mt-4 max-w-[44ch] text-foreground-2">{form.sent ? definition.success.description : text}</p>
      {form.sent ? (
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">{after}</div>
      ) : (
        <PublicFormFrame form={form} className="mt-8 grid justify-items-start gap-4">
          {fields?.(form.bind)}
          <Button type="submit" busy={form.busy} busyLabel={busyLabel} className="max-sm:w-full">
            {button}
          </Button>
          {beside}
        </PublicFormFrame>
      )}
    </LinkSheet>
  );
}

interface LinkSheetProps {
  /** The form's, to which the address points after a plain post. */
  name: string;
  eyebrow: string;
  title: string;
  done: boolean;
  children: ReactNode;
}

/** The sheet of such a page: the drawing, the name of the e-mails and the title. */
export function LinkSheet({ name, eyebrow, title, done, children }: LinkSheetProps) {
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
            seed={eyebrow.toLowerCase()}
            width={448}
            height={448}
            step={56}
            className="absolute inset-0"
          />
        </Plate>
        <div className="p-[clamp(1.5rem,4vw,3.75rem)]">
          <p className="font-label type-ui text-muted-foreground">{eyebrow}</p>
          {/* After a plain post the browser puts the focus here by itself. */}
          <h1
            ref={heading}
            id={done ? name : undefined}
            tabIndex={-1}
            className="mt-3 max-w-[18ch] scroll-mt-32 type-display-3"
          >
            {title}
          </h1>
          {children}
        </div>
      </div>
    </div>
  );
}
