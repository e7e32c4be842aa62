/** Sends a file of subscribers to the server, which reads and judges it. */
import type { Database } from '@/generated/database';
import { ask } from '@/lib/backend';
import { formatCount } from '@/lib/format';
import { Refused } from '@/widgets/use-action';

export type ImportReport = Database['public']['Functions']['import_subscribers']['Returns'];
type Problem = ImportReport['faults'][number]['problem'];

/** The server's limit, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Bytes of a piece: a multiple of three, so that its base64 needs no padding. */
const PIECE = 12_000;

export const PROBLEMS: Readonly<Record<Problem, string>> = {
  address: 'O endereço de e-mail falta ou não é válido',
  no_date: 'Falta a data do consentimento',
  date: 'A data do consentimento não é válida',
  no_source: 'Falta a origem do consentimento',
  source: 'A origem passa de 200 caracteres',
  tags: 'São etiquetas demais, ou longas demais',
  repeated: 'O endereço já está em uma linha acima',
};

/** Returns bytes as pieces of base64. */
export function piecesOf(bytes: Uint8Array): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE) {
    pieces.push(btoa(Array.from(bytes.subarray(from, from + PIECE), (byte) => String.fromCharCode(byte)).join('')));
  }
  return pieces;
}

/** Imports a file; with `apply: false` only says what would happen. */
export async function importFile(file: File, apply: boolean): Promise<ImportReport> {
  if (file.size > MAX_BYTES) throw new Refused('O arquivo passa de 1 MB. Divida-o em partes.');
  const pieces = piecesOf(new Uint8Array(await file.arrayBuffer()));
  return ask((client) => client.rpc('import_subscribers', { file: pieces, apply }));
}

export const addressesText = (count: number): string => formatCount(count, 'endereço', 'endereços');

/** The lines of a report, those without a row left out. */
export function reportLines({ added, known, suppressed, unsubscribed, invalid }: ImportReport): [string, number][] {
  const lines: [string, number][] = [
    ['Novos', added],
    ['Já inscritos: continuam como estão', known],
    ['Já saíram: continuam fora', unsubscribed],
    ['Suprimidos: continuam suprimidos', suppressed],
    ['Com problema: não entram', invalid],
  ];
  return lines.filter(([, count], place) => place === 0 || count > 0);
}
