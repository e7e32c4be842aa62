/** Campaigns, segments, suppressed addresses and rates: server functions for administrators. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  CampaignView,
  ListCampaigns,
  ListRecipients,
  ListSuppressions,
  PreviewCampaign,
  Segment,
} from '@/generated/functions';
import { ask } from '@/lib/backend';
import { isoDay } from '@/lib/format';
import { functionAnswer, orNull } from '@/lib/functions';
import type { FilterValues } from '@/widgets/filters';

export type {
  Audience,
  CampaignCheck,
  CampaignCounts,
  CampaignList,
  CampaignPreview,
  CampaignRecipient,
  CampaignState,
  CampaignsPage,
  CampaignView,
  PauseReason,
  PreviewCampaign,
  Question,
  RecipientState,
  RecipientsPage,
  RecordState,
  SaveCampaign,
  SavedSegment,
  Segment,
  SegmentReaders,
  SendingRates,
  SuppressedAddress,
  SuppressionKind,
  SuppressionSource,
  SuppressionsPage,
} from '@/generated/functions';

const LETTERS = ['admin-letters'];

export const letterKeys = {
  /** Queries whose results a decision about a campaign changes. */
  campaigns: [...LETTERS, 'campaigns'],
  segments: [...LETTERS, 'segments'],
  rates: [...LETTERS, 'rates'],
};

/** Keys of the queries that a decision about a campaign changes. */
export const CAMPAIGN_CHANGED = [letterKeys.campaigns, ['audit']];

export const campaignsQuery = ({ page }: FilterValues<ListCampaigns>) =>
  queryOptions({
    queryKey: [...letterKeys.campaigns, 'list', page],
    queryFn: () => functionAnswer('list-campaigns', { page }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.campaigns.some(isGoingOut) ? LIST_MS : false),
  });

/** Intervals at which the figures of a campaign that goes out are read. */
const LIST_MS = 5_000;
const LIVE_MS = 1_500;
/** A scheduled one begins by itself. */
const SCHEDULED_MS = 15_000;

const isGoingOut = ({ state }: CampaignView): boolean => state === 'sending';

/** Returns `true` if emails of the campaign may still be under way. */
const isMoving = ({ state, counts }: CampaignView): boolean => state === 'sending' || counts.sending > 0;

export const campaignQuery = (number: number) =>
  queryOptions({
    queryKey: [...letterKeys.campaigns, number],
    queryFn: () => functionAnswer('read-campaign', { number }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (isMoving(data)) return LIVE_MS;
      return data.state === 'scheduled' ? SCHEDULED_MS : false;
    },
  });

/** The newest campaigns that have started, which a question can name. */
export const startedCampaignsQuery = queryOptions({
  queryKey: [...letterKeys.campaigns, 'started'],
  queryFn: async () => {
    const { campaigns } = await functionAnswer('list-campaigns', { page: 1 });
    return campaigns.filter((campaign) => campaign.started_at);
  },
  staleTime: 0,
});

/** Number of visits by the links of a campaign's emails. Counted by day, from the day on which it started. */
export const letterVisitsQuery = ({ visit_source: source, started_at: started }: CampaignView) =>
  queryOptions({
    queryKey: [...letterKeys.campaigns, 'visits', source],
    queryFn: ({ signal }) =>
      ask((client) => client.rpc('visits_by_email', { source, since: isoDay(started ?? '') }).abortSignal(signal)),
    enabled: started !== null,
    staleTime: 0,
  });

export type RecipientFilters = FilterValues<Omit<ListRecipients, 'number'>>;

export const recipientsQuery = (number: number, { search, state, page }: RecipientFilters) =>
  queryOptions({
    queryKey: [...letterKeys.campaigns, number, 'recipients', search, state, page],
    queryFn: () => functionAnswer('list-campaign-recipients', { number, ...orNull({ search, state }), page }),
    staleTime: 0,
  });

export type SuppressionFilters = FilterValues<ListSuppressions>;

export const suppressionsQuery = ({ search, page }: SuppressionFilters) =>
  queryOptions({
    queryKey: [...LETTERS, 'suppressions', search, page],
    queryFn: () => functionAnswer('list-suppressions', { ...orNull({ search }), page }),
    staleTime: 0,
  });

export const segmentsQuery = queryOptions({
  queryKey: letterKeys.segments,
  queryFn: async () => (await functionAnswer('list-segments')).segments,
  staleTime: 0,
});

export const readersQuery = (list: CampaignView['list'], segment: Segment) =>
  queryOptions({
    queryKey: [...LETTERS, 'readers', list, segment],
    queryFn: () => functionAnswer('preview-segment', { list, segment }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Person of a preview. */
export type PreviewReader = Omit<PreviewCampaign, 'number'>;

/** A person without an account, who gets the whole text. */
export const ANYONE: PreviewReader = { audience: 'full', name: '', plan: null };

/** The email of a campaign as it is saved. `savedAt`: the time of its last change. */
export const emailQuery = (number: number, savedAt: string, reader: PreviewReader) =>
  queryOptions({
    queryKey: [...letterKeys.campaigns, number, 'email', savedAt, reader],
    queryFn: () => functionAnswer('preview-campaign', { number, ...reader }),
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });

/** Checks outside the server: the sender's domain and the links. */
export const outsideQuery = (number: number, savedAt: string) =>
  queryOptions({
    queryKey: [...letterKeys.campaigns, number, 'outside', savedAt],
    queryFn: () => functionAnswer('check-campaign', { number }),
    retry: false,
  });

export const ratesQuery = queryOptions({
  queryKey: letterKeys.rates,
  queryFn: () => functionAnswer('read-sending-rates'),
  staleTime: 0,
});

/** Number of letters to choose from, the newest first. */
const MAX_LETTERS = 100;

export const lettersQuery = queryOptions({
  queryKey: [...LETTERS, 'contents'],
  queryFn: ({ signal }) =>
    ask((client) =>
      client
        .from('contents')
        .select('id,title,preheader,is_member_only,is_published')
        .eq('content_type', 'letter')
        .is('trashed_at', null)
        .order('updated_at', { ascending: false })
        .limit(MAX_LETTERS)
        .abortSignal(signal),
    ),
  staleTime: 0,
});

/** The courses that a question can name. */
export const coursesQuery = queryOptions({
  queryKey: [...LETTERS, 'courses'],
  queryFn: ({ signal }) =>
    ask((client) => client.from('courses').select('id,title').order('title').abortSignal(signal)),
});
