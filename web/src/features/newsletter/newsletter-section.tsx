import { paths } from '@/app/pages';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { TextLink } from '@/ui/link';
import { toast } from '@/ui/toast';
import { PublicFormFrame } from '@/widgets/public-form/public-form';
import { usePublicForm } from '@/widgets/public-form/use-public-form';
import { newsletterForm } from './newsletter';

export function NewsletterSection() {
  return (
    <section aria-labelledby="newsletter-title" className="below-lists py-[clamp(4rem,7vw,7.5rem)]">
      <div className="wrap grid-page gap-y-8">
        <div className="col-span-full lg:col-span-6">
          <h2 id="newsletter-title" className="type-display-2">
            Uma carta por semana.
          </h2>
          <p className="mt-4 max-w-136 type-lede">
            Um tema de gestão por vez, com um exemplo e uma pergunta para levar à reunião de segunda-feira.
          </p>
        </div>
        <div className="col-span-full self-end lg:col-span-5 lg:col-start-8">
          <NewsletterForm />
        </div>
      </div>
    </section>
  );
}

/** One address, one button; the field is cleared only after a success. */
export function NewsletterForm() {
  const form = usePublicForm(newsletterForm, toast);
  const { error, ...email } = form.bind('email');
  return (
    <PublicFormFrame form={form} className="max-w-xl" aria-labelledby="newsletter-title">
      <Field label="Seu e-mail" hint="Uma mensagem por semana, direto no seu e-mail." error={error}>
        {(control) => (
          <div className="flex gap-2 max-sm:flex-col">
            <Input
              {...control}
              {...email}
              type="email"
              required
              autoComplete="email"
              placeholder="nome@empresa.com.br"
              className="min-h-13 flex-1"
            />
            <Button type="submit" busy={form.busy} busyLabel="Cadastrando...">
              Receber a carta
            </Button>
          </div>
        )}
      </Field>
      <p className="mt-1 type-meta">
        Você sai com um clique. <TextLink href={paths.privacy}>Política de privacidade</TextLink>
      </p>
    </PublicFormFrame>
  );
}
