import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { FORM_FIELD, TRAP_FIELD } from './definition';
import type { Notice } from './outcome';
import type { PublicFormState } from './use-public-form';

interface FrameProps {
  form: PublicFormState;
  className?: string;
  'aria-labelledby'?: string;
  children: ReactNode;
}

/** The element around a public form's fields: works as a plain form and holds its name, the honeypot and the notice. */
export function PublicFormFrame({ form, className, children, ...rest }: FrameProps) {
  return (
    // Without script the top bar holds the whole menu, which must not cover the notice.
    <form {...form.element} {...rest} className={cx('scroll-mt-8 noscript:scroll-mt-32', className)}>
      <input type="hidden" name={FORM_FIELD} value={form.name} />
      <div aria-hidden="true" className="sr-only">
        <label>
          Deixe este campo vazio
          <input name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {form.notice && <FormNotice {...form.notice} />}
      {children}
    </form>
  );
}

/** The notice beside the form, for browsers without script and so without toasts. */
export function FormNotice({ title, description, tone }: Notice) {
  const good = tone === 'success';
  const Icon = good ? CircleCheck : CircleAlert;
  return (
    <div
      role={good ? 'status' : 'alert'}
      className={cx(
        'col-span-full mb-4 grid grid-cols-[auto_1fr] gap-x-3.5 rounded-lg border border-l-3 border-border bg-card px-4 py-3.5 text-ui leading-snug',
        good ? 'border-l-success' : 'border-l-destructive',
      )}
    >
      <Icon
        aria-hidden="true"
        className={cx('mt-0.5 size-4.5', good ? 'text-success' : 'text-destructive')}
        strokeWidth={1.6}
      />
      <div>
        <p className="font-label">{title}</p>
        <p className="mt-0.5 text-small text-muted-foreground">{description}</p>
      </div>
    </div>
  );
}
