/** The addresses of the panel's letters. */
import { paths } from '@/app/pages';
import type { SequenceName } from '@/generated/functions';
import { withQuery } from '@/lib/query-string';
import { fillPath } from '@/lib/route-match';

/** Takes the place of a number where the campaign is not saved yet. */
export const NEW_CAMPAIGN = 'nova';

/** The parts of the page, by their word in the address. */
export type LettersPart = 'campanhas' | 'segmentos' | 'sequencias' | 'inscritos' | 'suprimidos' | 'avisos' | 'ritmo';

export const letterPaths = {
  part: (part: LettersPart) => withQuery(paths.adminCampaigns, { parte: part === 'campanhas' ? undefined : part }),
  sequence: (name: SequenceName) => withQuery(paths.adminCampaigns, { parte: 'sequencias', sequencia: name }),
  campaign: (number: number | typeof NEW_CAMPAIGN) => fillPath(paths.adminCampaign, { number: String(number) }),
};
