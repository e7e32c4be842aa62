import { paths } from '@/app/pages';
import { usePublicForm } from '@/lib/use-public-form';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { TextLink } from '@/ui/link';
import { PublicFormFrame } from '@/ui/public-form';
import { toast } from '@/ui/toast';
import { newsletterForm } from './newsletter';

/** One address, one button; the field is cleared only when it worked. */
export function NewsletterForm() {
  const form = usePublicForm(newsletterForm, toast);
  return (
    <PublicFormFrame form={form} className="max-w-xl" aria-labelledby="newsletter-title">
      <Field label="Seu e-mail" hint="Uma mensagem por semana, direto no seu e-mail." error={form.problems.email}>
        {(control) => (
          <div className="flex gap-2 max-sm:flex-col">
            <Input
              {...control}
              {...form.bind('email')}
              type="email"
              required
              autoComplete="email"
              placeholder="nome@empresa.com.br"
              className="min-h-13 flex-1"
            />
            <Button type="submit" busy={form.busy} busyLabel="Cadastrando...">
              Assinar a carta
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
