import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { Loaded } from '@/ui/loaded';
import { SelectField } from '@/ui/select-field';
import { Switch } from '@/ui/switch';
import { useAction } from '@/widgets/use-action';
import { saveSettings } from './actions';
import { type LearningSettings, learningKeys, settingsQuery } from './queries';

const RATES = [75, 100, 125, 150, 200] as const;
const MAX_HOURS = 60;
const MINUTES = 60;

export function LearningSettingsPage({ userId }: { userId: string }) {
  const settings = useQuery(settingsQuery(userId));
  return (
    <div className="max-w-2xl">
      <h1 className="mb-6 type-display-3">Configurações</h1>
      <Loaded
        query={settings}
        failed="Não foi possível carregar as configurações."
        loading="Carregando as configurações"
        skeleton={['h-14 w-full', 'mt-3 h-14 w-full', 'mt-3 h-14 w-full']}
      >
        {(known) => <Settings userId={userId} known={known} />}
      </Loaded>
    </div>
  );
}

function Settings({ userId, known }: { userId: string; known: LearningSettings }) {
  const queryClient = useQueryClient();
  const saving = useAction({
    // The choice shows at once.
    run: (change: Partial<LearningSettings>) => {
      queryClient.setQueryData(learningKeys.settings, { ...known, ...change });
      return saveSettings(userId, change);
    },
    refreshes: [learningKeys.settings, learningKeys.ranking],
    failure: 'Não foi possível salvar a configuração.',
  });
  return (
    <>
      <Switch
        label="Aparecer no ranking"
        description="Desligado, você sai dele na hora. Só você vê os seus pontos."
        checked={known.in_ranking}
        onCheckedChange={(in_ranking) => saving.mutate({ in_ranking })}
      />
      <Switch
        label="Lembretes do plano de estudo"
        description="Um e-mail nos dias do seu plano, das 8h às 20h. Nenhum quando você já concluiu uma aula no dia."
        checked={known.reminds}
        onCheckedChange={(reminds) => saving.mutate({ reminds })}
      />
      <Switch
        label="Começar a próxima aula sozinha"
        description="Cinco segundos depois do fim de uma aula, com um aviso que você pode parar."
        checked={known.plays_next}
        onCheckedChange={(plays_next) => saving.mutate({ plays_next })}
      />
      <Switch
        label="Mostrar legendas"
        description="Nas aulas em vídeo que as têm. No player, o botão Legendas e a tecla C mudam esta escolha."
        checked={known.shows_captions}
        onCheckedChange={(shows_captions) => saving.mutate({ shows_captions })}
      />
      <SelectField
        label="Velocidade das gravações"
        className="mt-6"
        value={String(known.rate_percent)}
        onChange={(event) => saving.mutate({ rate_percent: Number(event.target.value) })}
      >
        {RATES.map((rate) => (
          <option key={rate} value={rate}>
            {String(rate / 100).replace('.', ',')}×
          </option>
        ))}
      </SelectField>
      <WeeklyGoal
        known={known}
        onSave={(weekly_minutes) => saving.mutate({ weekly_minutes })}
        busy={saving.isPending}
      />
    </>
  );
}

interface WeeklyGoalProps {
  known: LearningSettings;
  busy: boolean;
  onSave: (minutes: number) => void;
}

function WeeklyGoal({ known, busy, onSave }: WeeklyGoalProps) {
  const [hours, setHours] = useState(String(known.weekly_minutes / MINUTES).replace('.', ','));
  const [problem, setProblem] = useState<string>();
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const wanted = Number(hours.replace(',', '.'));
    if (!hours.trim() || !(wanted >= 0 && wanted <= MAX_HOURS)) {
      setProblem(`Escreva um número de 0 a ${MAX_HOURS}.`);
      return;
    }
    onSave(Math.round(wanted * MINUTES));
  };
  return (
    <form onSubmit={submit} noValidate className="mt-6 flex flex-wrap items-start gap-3">
      <InputField
        label="Meta de estudo"
        labelNote="(horas por semana)"
        error={problem}
        hint="0 desliga a meta."
        inputMode="decimal"
        value={hours}
        controlClassName="w-32"
        onChange={(event) => {
          setHours(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" variant="line" size="small" busy={busy} className="mt-6.5 min-h-12 lg:min-h-12">
        Salvar
      </Button>
    </form>
  );
}
