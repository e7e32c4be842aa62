import { type Insert, rest, UNIQUE_VIOLATION } from '@/lib/backend';
import type { Notice } from '@/widgets/public-form/outcome';

const REPEATED: Notice = {
  title: 'Esta denúncia já foi recebida',
  description: 'Ela chegou há poucos minutos e está na fila. Vale o protocolo mostrado no primeiro envio.',
  tone: 'success',
};

/** Stores a report from outside. The same report again within minutes is refused: the first has its number already. */
export async function sendOutsideReport(report: Insert<'outside_reports'>): Promise<Notice | undefined> {
  const { error } = await rest.from('outside_reports').insert(report);
  if (error?.code === UNIQUE_VIOLATION) return REPEATED;
  if (error) throw error;
  return undefined;
}
