import { InputField } from '@/ui/input-field';
import type { Bound } from './use-public-form';

export interface PersonFieldsProps {
  bind: (field: 'name' | 'email') => Bound;
  longest: Readonly<Record<'name' | 'email', number>>;
}

/** Name of the writer, and the address for the answer. */
export function PersonFields({ bind, longest }: PersonFieldsProps) {
  return (
    <>
      <InputField label="Nome" {...bind('name')} required autoComplete="name" maxLength={longest.name} />
      <InputField
        label="E-mail"
        {...bind('email')}
        type="email"
        required
        autoComplete="email"
        placeholder="nome@empresa.com.br"
        maxLength={longest.email}
      />
    </>
  );
}
