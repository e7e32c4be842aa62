/** Where a session is, as far as an address tells without asking anybody: the network, the rest of it hidden. */

/** `Endereço 203.0.113.…`, `Este computador`. */
export function placeOf(address: string | null): string {
  if (!address) return 'Endereço desconhecido';
  if (address === '::1' || address.startsWith('127.')) return 'Este computador';
  const v4 = address.split('.');
  if (v4.length === 4) return `Endereço ${v4.slice(0, 3).join('.')}.…`;
  return `Endereço ${address.split(':').slice(0, 3).join(':')}:…`;
}
