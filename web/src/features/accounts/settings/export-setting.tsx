import { useState } from 'react';
import { isoDay } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { tell, useProve } from './prove';
import { done, Setting } from './setting';

export function ExportSetting() {
  const prove = useProve();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      await prove(async (nonce) => {
        const file = await functionAnswer('export-account', nonce ? { nonce } : {});
        save(file, `meus-dados-${isoDay(Date.now())}.zip`);
      });
      toast(done('Seus dados foram baixados', 'O arquivo ZIP está na pasta de downloads.'));
    } catch (error) {
      tell('Os dados não foram baixados', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Setting
      title="Baixar os meus dados"
      about="Tudo o que o site guarda sobre você, em um arquivo ZIP. Até três vezes por dia."
      action={
        <Button variant="line" size="small" busy={busy} busyLabel="Reunindo..." onClick={() => void download()}>
          Baixar dados
        </Button>
      }
    />
  );
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
