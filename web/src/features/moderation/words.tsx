import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { limits } from '@/generated/columns/moderation_words';
import { Button } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { Loaded } from '@/ui/loaded';
import { useAction } from '@/widgets/use-action';
import { addWord, removeWord, wordsKey, wordsQuery } from './queries';

/** The words whose use needs approval. */
export function Words() {
  const words = useQuery(wordsQuery());
  const [word, setWord] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = useAction({
    run: addWord,
    refreshes: [wordsKey],
    failure: 'A palavra não foi incluída.',
    onDone: () => setWord(''),
  });
  const remove = useAction({
    run: removeWord,
    refreshes: [wordsKey],
    failure: 'A palavra não foi retirada.',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const written = word.trim();
    const tooShort = written.length < 2;
    setProblem(tooShort ? 'Escreva ao menos duas letras.' : undefined);
    if (!tooShort) add.mutate(written);
  };
  return (
    <section aria-labelledby="words-title" className="max-w-160">
      <h2 id="words-title" className="type-title-2">
        Palavras que pedem aprovação
      </h2>
      <p className="mt-1 type-ui text-muted-foreground">
        Um texto com uma delas entra na fila antes de aparecer. Acentos e maiúsculas não importam.
      </p>
      <form noValidate onSubmit={submit} className="mt-5 flex flex-wrap items-start gap-3">
        <InputField
          label="Nova palavra ou expressão"
          error={problem}
          className="min-w-56 flex-1"
          value={word}
          maxLength={limits.word}
          autoComplete="off"
          onChange={(event) => setWord(event.target.value)}
        />
        <Button type="submit" size="small" busy={add.isPending} busyLabel="Incluindo..." className="sm:mt-7">
          <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Incluir
        </Button>
      </form>
      <Loaded
        query={words}
        failed="Não foi possível carregar as palavras."
        loading="Carregando as palavras"
        skeleton={['mt-5 h-9 w-full']}
        empty={<p className="mt-5 type-ui text-muted-foreground">Nenhuma palavra na lista.</p>}
      >
        {(found) => (
          <ul aria-label="Palavras na lista" className="mt-5 flex flex-wrap gap-2">
            {found.map((one) => (
              <li key={one} className="flex items-center rounded-md bg-muted pl-3 type-ui">
                <span className="max-w-60 truncate">{one}</span>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Retirar ${one}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(one)}
                >
                  <X aria-hidden="true" className="size-4" strokeWidth={1.8} />
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
