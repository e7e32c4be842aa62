/** Values of a campaign's form, their errors, and the request that saves them. */
import { EMAIL_ADVICE, isEmail } from '@/lib/email';
import type { CampaignList, CampaignView, SaveCampaign, Segment } from '../queries';
import { isComplete } from '../segments/questions';

/** Maximum lengths in characters, the server's. */
export const MAX_SUBJECT = 200;
export const MAX_SENDER = 100;

export interface Draft {
  content: string;
  list: CampaignList;
  segment: Segment;
  subject: string;
  preheader: string;
  sender: string;
  replyTo: string;
}

export type DraftErrors = Partial<Record<keyof Draft, string>>;

export const EMPTY_DRAFT: Draft = {
  content: '',
  list: 'open',
  segment: [],
  subject: '',
  preheader: '',
  sender: '',
  replyTo: '',
};

export const draftOf = (campaign: CampaignView): Draft => ({
  content: campaign.content_id ?? '',
  list: campaign.list,
  segment: campaign.segment,
  subject: campaign.subject,
  preheader: campaign.preheader,
  sender: campaign.sender_name,
  replyTo: campaign.reply_to,
});

/** The draft that an edit began with; null for a new campaign. */
export type Base = { number: number; version: number } | null;

/** The request that saves a draft. */
export const requestOf = (base: Base, draft: Draft): SaveCampaign => ({
  number: base?.number ?? null,
  version: base?.version ?? 0,
  content_id: draft.content,
  list: draft.list,
  segment: draft.segment,
  subject: draft.subject,
  preheader: draft.preheader,
  sender_name: draft.sender,
  reply_to: draft.replyTo,
});

/** Returns the errors that keep a draft from being saved, by field. */
export function errorsOf(draft: Draft): DraftErrors {
  const errors: DraftErrors = {};
  if (!draft.content) errors.content = 'Escolha a carta.';
  if (!draft.subject.trim()) errors.subject = 'Escreva o assunto.';
  if (draft.replyTo.trim() && !isEmail(draft.replyTo)) errors.replyTo = EMAIL_ADVICE;
  if (!isComplete(draft.segment)) errors.segment = 'Complete as perguntas.';
  return errors;
}

export const hasErrors = (errors: DraftErrors): boolean => Object.keys(errors).length > 0;

/** Returns the fields in which two drafts differ. */
export const differencesOf = (one: Draft, other: Draft): (keyof Draft)[] =>
  (Object.keys(EMPTY_DRAFT) as (keyof Draft)[]).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );

export const isChanged = (draft: Draft, saved: Draft): boolean => JSON.stringify(draft) !== JSON.stringify(saved);
