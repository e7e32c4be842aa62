import { isoDay } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { useProvedAction } from './prove';
import { done, Setting } from './setting';

export function ExportSetting() {
  const download = useProvedAction({
    run: async (nonce) => {
      const file = await functionAnswer('export-account', nonce ? { nonce } : {});
      saveFile(file, `meus-dados-${isoDay(Date.now())}.zip`);
    },
    done: done('Seus dados foram baixados', 'O arquivo ZIP está na pasta de downloads.'),
    failure: 'Os dados não foram baixados',
  });
  return (
    <Setting
      title="Baixar os meus dados"
      about="Tudo o que o site guarda sobre você, em um arquivo ZIP. Até três vezes por dia."
      action={
        <Button
          variant="line"
          size="small"
          busy={download.isPending}
          busyLabel="Reunindo..."
          onClick={() => download.mutate()}
        >
          Baixar dados
        </Button>
      }
    />
  );
}
