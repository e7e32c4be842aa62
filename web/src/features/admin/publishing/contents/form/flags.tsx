import { Controller, type UseFormReturn } from 'react-hook-form';
import { Switch } from '@/ui/switch';
import type { FormValues } from './model';

const FLAGS = [
  { name: 'is_featured', label: 'Destaque', description: 'Aparece primeiro em Conteúdos' },
  { name: 'is_published', label: 'Publicado', description: 'Visível no site assim que salvar' },
  { name: 'is_member_only', label: 'Somente para membros', description: 'Exige assinatura ativa' },
] as const;

/** Where and for whom the content shows. */
export function Flags({ form }: { form: UseFormReturn<FormValues> }) {
  return (
    <div className="border-t border-border">
      {FLAGS.map(({ name, label, description }) => (
        <Controller
          key={name}
          control={form.control}
          name={name}
          render={({ field }) => (
            <Switch label={label} description={description} checked={field.value} onCheckedChange={field.onChange} />
          )}
        />
      ))}
    </div>
  );
}
