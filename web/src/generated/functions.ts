// Written by `cargo xtask gen` from the declared server functions. Do not edit.

import type { Entitlement, JobStatus, MessageState, PaidPlan, PlanPeriod, Role, SubscriberStatus } from './database';

/** Every server function: what it takes and what it answers. */
export interface Functions {
  'list-sessions': { request: Record<string, never>; response: OwnSessions };
  'end-session': { request: EndSession; response: OwnSessionsEnded };
  'export-account': { request: ExportAccount; response: Blob };
  'request-erasure': { request: RequestErasure; response: ErasureDue };
  'cancel-erasure': { request: Record<string, never>; response: ErasureCanceled };
  'send-2fa-code': { request: Send2faCode; response: SentCode };
  'list-people': { request: ListPeople; response: PeoplePage };
  'export-people': { request: ListPeople; response: Blob };
  'read-person': { request: OfPerson; response: PersonDetail };
  'name-people': { request: NamePeople; response: NamedPeople };
  'invite-person': { request: InvitePerson; response: Invited };
  'resend-email': { request: OfPerson; response: Done };
  'resend-letter': { request: OfPerson; response: Done };
  'send-recovery': { request: OfPerson; response: Done };
  'ban-person': { request: BanPerson; response: Banned };
  'lift-ban': { request: OfPerson; response: Done };
  'grant-role': { request: RoleOfPerson; response: Done };
  'revoke-role': { request: RoleOfPerson; response: Done };
  'reset-factors': { request: OfPerson; response: FactorsReset };
  'end-person-sessions': { request: EndPersonSessions; response: SessionsEnded };
  'list-audit-log': { request: ListAuditLog; response: AuditPage };
  'export-audit-log': { request: ListAuditLog; response: Blob };
  'list-acts': { request: ListAuditLog; response: FormerAuditPage };
  'export-acts': { request: ListAuditLog; response: Blob };
  'check-subscription': { request: CheckSubscription; response: SubscriptionStatus };
  'list-benefits': { request: Record<string, never>; response: Benefits };
  'create-checkout': { request: CreateCheckout; response: PaymentPage };
  'customer-portal': { request: OpenPortal; response: PaymentPage };
  'preview-plan-change': { request: PreviewPlanChange; response: PlanChange };
  'end-subscription': { request: EndSubscription; response: SubscriptionStatus };
  'refund-subscription': { request: Record<string, never>; response: Refunded };
  'list-members': { request: ListMembers; response: MembersPage };
  'read-member': { request: OfMember; response: MemberDetail };
  'read-income': { request: Record<string, never>; response: Income };
  'list-charges': { request: ListCharges; response: ChargesPage };
  'list-withdrawals': { request: Record<string, never>; response: Withdrawals };
  'grant-courtesy': { request: GrantCourtesy; response: CourtesyGranted };
  'end-courtesy': { request: OfMember; response: MembershipDone };
  'end-membership': { request: EndMembership; response: MembershipDone };
  'keep-membership': { request: OfMember; response: MembershipDone };
  'refund-membership': { request: RefundMembership; response: MembershipRefunded };
  'refund-charge': { request: RefundCharge; response: MembershipDone };
  'reconcile-member': { request: OfMember; response: MembershipDone };
  'resend-receipt': { request: ResendReceipt; response: MembershipDone };
  'send-membership-link': { request: OfMember; response: MembershipDone };
  'export-members': { request: ListMembers; response: Blob };
  'export-charges': { request: ListCharges; response: Blob };
  'open-vip-group': { request: Record<string, never>; response: VipGroupInvitation };
  'list-vip-removals': { request: Record<string, never>; response: VipGroupRemovals };
  'mark-vip-removal': { request: MarkVipRemoval; response: MembershipDone };
  'validate-hotmart-access': { request: ValidateHotmartAccess; response: CourseAccess };
  'copy-picture': { request: Wanted; response: Copied };
  'read-email-preferences': { request: Record<string, never>; response: EmailPreferences };
  'choose-emails': { request: ChooseEmails; response: EmailPreferences };
  'save-campaign': { request: SaveCampaign; response: CampaignSaved };
  'start-campaign': { request: StartCampaign; response: CampaignRecipients };
  'schedule-campaign': { request: ScheduleCampaign; response: CampaignNumber };
  'pause-campaign': { request: CampaignNumber; response: CampaignNumber };
  'resume-campaign': { request: CampaignNumber; response: CampaignNumber };
  'cancel-campaign': { request: CampaignNumber; response: CampaignNumber };
  'resend-uncertain': { request: CampaignNumber; response: CampaignRecipients };
  'list-campaigns': { request: ListCampaigns; response: CampaignsPage };
  'read-campaign': { request: CampaignNumber; response: CampaignView };
  'list-campaign-recipients': { request: ListRecipients; response: RecipientsPage };
  'list-suppressions': { request: ListSuppressions; response: SuppressionsPage };
  'preview-campaign': { request: PreviewCampaign; response: CampaignPreview };
  'send-test-campaign': { request: TestCampaign; response: TestSent };
  'preview-segment': { request: PreviewSegment; response: SegmentReaders };
  'list-segments': { request: Record<string, never>; response: SavedSegments };
  'save-segment': { request: SaveSegment; response: SegmentId };
  'delete-segment': { request: SegmentId; response: SegmentId };
  'read-sending-rates': { request: Record<string, never>; response: SendingRates };
  'save-sending-rates': { request: SendingRates; response: SendingRates };
  'check-campaign': { request: CampaignNumber; response: CampaignCheck };
  'list-sequences': { request: Record<string, never>; response: SequenceList };
  'switch-sequence': { request: SequenceSwitch; response: SequenceSwitch };
  'list-sequence-runs': { request: ListSequenceRuns; response: SequenceRuns };
  'preview-sequences': { request: PreviewSequences; response: PersonPreview };
  'preview-sequence-email': { request: PreviewSequenceEmail; response: SequenceEmailPreview };
  'list-contract-notices': { request: Record<string, never>; response: ContractNoticeList };
  'preview-contract-notice': { request: ContractNoticeDraft; response: ContractNoticePreview };
  'send-contract-notice': { request: SendContractNotice; response: ContractNoticeRecipients };
  'resume-contract-notice': { request: ContractNoticeId; response: ContractNoticeId };
  'list-messages': { request: ListMessages; response: MessagesPage };
  'save-lesson-progress': { request: SaveLessonProgress; response: Saved };
  'answer-quiz': { request: AnswerQuiz; response: QuizResult };
  'study-calendar': { request: Record<string, never>; response: Blob };
  'describe-lesson-file': { request: DescribeLessonFile; response: LessonMedia };
  'issue-certificate': { request: IssueCertificate; response: Issued };
  'reissue-certificate': { request: ReissueCertificate; response: Issued };
  'show-certificate': { request: ShowCertificate; response: Issued };
  'certificate-file': { request: CertificateFile; response: Blob };
  'reissue-certificate-for': { request: ReissueCertificateFor; response: Issued };
  'revoke-certificate': { request: RevokeCertificate; response: Revoked };
  'run-job': { request: RunJob; response: JobEnded };
  'list-tasks': { request: ListTasks; response: TasksPage };
  'retry-task': { request: RetryTask; response: TaskRetried };
  'update-password-policy': { request: { min_password_length: number; leaked_password_check: boolean }; response: SettingsApplied };
  'apply-rate-limit': { request: { max_attempts: number; window_hours: number }; response: SettingsApplied };
  'update-otp-settings': { request: { otp_expiry_seconds: number }; response: SettingsApplied };
  'update-magic-link-settings': { request: { magic_link_expiry_seconds: number }; response: SettingsApplied };
  'update-email-confirmation': { request: { require_confirmation: boolean }; response: SettingsApplied };
  'update-signup-settings': { request: { allow_signup: boolean }; response: SettingsApplied };
  'update-moderation-settings': { request: { reports_to_hide: number; upheld_to_review: number; most_links: number; seconds_between_texts: number; newcomer_limits: boolean; link_cards: boolean }; response: SettingsApplied };
  'update-community-settings': { request: { channel_creation: 'members' | 'approval' | 'staff' }; response: SettingsApplied };
  'update-vip-group': { request: { address: string }; response: SettingsApplied };
  'update-priority-response': { request: { hours: number }; response: SettingsApplied };
  'list-copies': { request: Record<string, never>; response: CopiesList };
  'make-copy': { request: Record<string, never>; response: CopyBegun };
  'link-copy': { request: LinkCopy; response: CopyLink };
  'get-quarantine': { request: Record<string, never>; response: QuarantineState };
  'end-quarantine': { request: Record<string, never>; response: QuarantineEnded };
  'list-files': { request: ListFiles; response: FilesPage };
  'read-file-uses': { request: OneFile; response: MediaFile };
  'remove-file': { request: OneFile; response: Removed };
  'count-unused-files': { request: Record<string, never>; response: UnusedFiles };
  'remove-unused-files': { request: Record<string, never>; response: RemovedFiles };
  'read-overview': { request: Record<string, never>; response: OverviewFigures };
  'read-conversions': { request: ReadConversions; response: Conversions };
  'read-health': { request: Record<string, never>; response: HealthReport };
}

/** Authenticator assurance level of a session. */
export type Aal = 'aal1' | 'aal2';

/** True if a subscription grants access. */
export type AccessFilter = 'granted' | 'none';

/** Reason of an access or its absence. */
export type AccessReason = 'paid' | 'trial' | 'paid_until_end' | 'grace' | 'courtesy' | 'refunded' | 'disputed' | 'payment_failed' | 'first_payment_pending' | 'first_payment_missing' | 'paused' | 'courtesy_over' | 'unknown_state';

/** A member who loses an entitlement. */
export interface AffectedMember {
  /** The account. */
  id: string;
  /** Name of the person, where it is known. */
  name: string | null;
  /** The address. */
  email: string | null;
  /** The end of the running period. */
  period_end: string | null;
}

/** A withdrawal that still concerns somebody. */
export interface AnnouncedWithdrawal {
  /** The plan. */
  plan: PaidPlan;
  /** Entitlement that is lost. */
  entitlement: Entitlement;
  /** The first instant from which the plan no longer has it. */
  ends_at: string;
  /** True where the server writes to the members. */
  tells: boolean;
  /** Time at which all of them were written to. */
  notified_at: string | null;
  /** The number of members affected. */
  count: number;
  /** The first of them, by name. */
  members: AffectedMember[];
}

export interface AnswerQuiz {
  lesson_id: string;
  /** Id made by the page. The same id is the same attempt. */
  attempt_id: string;
  /** Answers by question: ids of the chosen options, or one text. */
  answers: Record<string, string[]>;
}

/** Origin of a visit, as the page reports it. */
export interface Arrival {
  /** URL of the page with the link. */
  referrer?: string;
  /** Source that the link states. */
  source?: string;
  /** Medium that the link states. */
  medium?: string;
}

export interface ArticleTitle {
  id: string;
  title: string;
}

/** Number of views of an article. */
export interface ArticleViews {
  /** Path: `/blog/` and the article's id. */
  path: string;
  /** Number of views. */
  views: number;
}

/** Body that a recipient gets. */
export type Audience = 'full' | 'teaser';

/** An action with entries. */
export interface AuditAction {
  action: string;
  /** The action in Portuguese. */
  label: string;
}

export interface AuditEntry {
  id: string;
  /** Time at which the entry was written. */
  created_at: string;
  /** Account that acted. `None` for the service key. */
  actor: Named | null;
  action: string;
  /** The action in Portuguese. */
  label: string;
  /** Subject of the action, such as the id of a row. */
  subject: string;
  /** Account that the action concerned, if any. */
  person: Named | null;
  /** Value before: a text, or an object of fields. */
  old: string | Record<string, unknown> | null;
  new: string | Record<string, unknown> | null;
  /** Client address of the request. */
  ip_address: string | null;
}

/** A page of the audit log, with the values for its filters. */
export interface AuditPage {
  /** Entries, newest first. */
  entries: AuditEntry[];
  /** Number of matching entries on all pages. */
  total: number;
  /** Maximum number of entries on a page. */
  per_page: number;
  /** All actions with entries, by label. */
  actions: AuditAction[];
  /** All accounts that acted. */
  actors: Named[];
  /** Rows that the entries mention, by id. */
  names: Record<string, Mentioned>;
}

export interface BanPerson {
  user_id: string;
  /** Number of days. `null` is for good. */
  days: number | null;
  reason: string;
}

export interface Banned {
  message: string;
  until: string;
}

/** A line of what a person is entitled to. */
export interface Benefit {
  /** Entitlement of the line. */
  entitlement: Entitlement;
  /** Text in the owner's words. An entitlement that no plan names any more has its default title. */
  text: string;
  /** True where it does not exist yet. */
  soon: boolean;
  /** Deliveries in the running month. `None` if it is no recurring benefit. */
  delivered: Deliveries | null;
}

/** Present entitlements of a person, in the owner's order. Empty without access. */
export interface Benefits {
  /** Lines of the list. */
  lines: Benefit[];
}

/** Checks of a campaign outside this server. */
export interface CampaignCheck {
  records: DomainRecords;
  /** Distinct links of the letter, at most fifty. */
  links: CheckedLink[];
}

/** Number of recipients in each state. */
export interface CampaignCounts {
  recipients: number;
  waiting: number;
  sending: number;
  delivered: number;
  failed: number;
  uncertain: number;
  skipped: number;
  /** Recipients who left the list by a link of the campaign. */
  unsubscribed: number;
  /** Recipients whose delivery failed after the relay had accepted it. */
  bounced: number;
  /** Recipients who reported it as spam. */
  complaints: number;
}

/** List of a campaign's readers. */
export type CampaignList = 'open' | 'premium';

/** A campaign by its number. */
export interface CampaignNumber {
  number: number;
}

/** An email as a reader gets it. */
export interface CampaignPreview {
  subject: string;
  html: string;
  text: string;
  /** Size of the HTML in bytes. */
  size: number;
}

/** A recipient of a campaign. */
export interface CampaignRecipient {
  number: number;
  /** `null` after the person's erasure. */
  email: string | null;
  audience: Audience;
  state: RecipientState;
  /** Reason of a refusal or of a skip. */
  reason: string | null;
  tries: number;
  started_at: string | null;
}

/** Number of recipients that a decision concerns. */
export interface CampaignRecipients {
  recipients: number;
}

/** Result of a save. */
export interface CampaignSaved {
  number: number;
  /** Present version of the draft. */
  version: number;
  /** The stored draft, if somebody else has saved meanwhile and nothing was written. */
  clash: CampaignView | null;
}

/** State of a campaign. */
export type CampaignState = 'draft' | 'scheduled' | 'asking' | 'sending' | 'paused' | 'done' | 'cancelled';

/** A campaign with its counts. */
export interface CampaignView {
  number: number;
  content_id: string | null;
  list: CampaignList;
  segment: Segment;
  subject: string;
  preheader: string;
  sender_name: string;
  reply_to: string;
  state: CampaignState;
  scheduled_at: string | null;
  started_at: string | null;
  finished_at: string | null;
  /** Reason why the server stopped it, or did not start it. */
  pause: PauseReason | null;
  /** Words of the mail server, or name of the personal field, that belong to the reason. */
  pause_reason: string | null;
  /** Version of the draft. */
  version: number;
  updated_at: string;
  /** Source under which visits by its links are counted. */
  visit_source: string;
  /** Counts since the start. Their sum is `recipients`. */
  counts: CampaignCounts;
}

/** Campaigns, the newest first. */
export interface CampaignsPage {
  campaigns: CampaignView[];
  total: number;
  per_page: number;
}

export interface CertificateFile {
  certificate_id: string;
  form: Form;
}

/** A charge and whose it is, the amount in centavos. */
export interface Charge {
  /** The provider's. */
  id: string;
  /** The account. `None` after its erasure. */
  user_id: string | null;
  /** Name of the person, where it is known. */
  name: string | null;
  /** The address. */
  email: string | null;
  /** `update`, `scale` or `professional`. */
  plan: string | null;
  /** Period that the charge paid for. */
  period: PlanPeriod | null;
  /** The CPF or CNPJ it is made out to. */
  tax_id: string | null;
  /** The number on the receipt. */
  number: string | null;
  /** The provider's word. */
  status: string;
  /** Amount in centavos. */
  amount: number;
  /** Time at which it was charged. */
  created_at: string | null;
  /** Time at which it was paid. */
  paid_at: string | null;
  /** Time at which it was first seen to have failed. */
  failed_at: string | null;
  /** Time at which all of it was given back. */
  refunded_at: string | null;
  /** The provider's page of it. */
  hosted_url: string | null;
}

/** State of a charge. */
export type ChargeState = 'failed' | 'paid' | 'open' | 'refunded' | 'other_product';

/** The order of the charges. */
export type ChargesOrder = 'created_desc' | 'created' | 'name' | 'name_desc' | 'amount' | 'amount_desc';

/** A page of charges. */
export interface ChargesPage {
  /** Newest first. */
  charges: Charge[];
  /** Number of all matching charges. */
  total: number;
  /** Number of charges on a page. */
  per_page: number;
}

export interface CheckSubscription {
  /** The payment page the person comes back from. */
  checkout?: string;
}

/** A link of a letter. */
export interface CheckedLink {
  url: string;
  state: LinkState;
}

/** Wanted and unwanted kinds of emails. Kinds that are not named stay as they are. */
export interface ChooseEmails {
  choices: EmailChoice[];
}

export interface Compared {
  now: number;
  before: number;
}

/** A message of the contact form. */
export interface ContactMessage {
  id: string;
  name: string;
  email: string;
  company: string | null;
  subject: string;
  message: string;
  status: MessageState;
  created_at: string;
  /** True if the sender's plan has priority now. */
  has_priority: boolean;
}

export interface ContinuousShown {
  /** Time up to which every change can be restored. `null` before the first snapshot was stored. */
  copied_until: string | null;
  /** True if changes have been waiting for minutes. */
  is_late: boolean;
  /** Reason why it does not go on, in Portuguese. */
  trouble: string | null;
}

/** Recipients of a notice. */
export type ContractAudience = 'members' | 'accounts' | 'everyone';

/** A notice as the owner writes it. */
export interface ContractNoticeDraft {
  kind: ContractNoticeKind;
  audience: ContractAudience;
  /** Plans of the members. An empty list is every plan. */
  plans: string[];
  /** Day on which the change takes effect: `2027-01-15`. */
  effective_on: string;
  /** Subject and heading of the email. */
  subject: string;
  /** Change in the owner's words. */
  text: string;
}

/** A notice by its id. */
export interface ContractNoticeId {
  id: string;
}

/** Kind of change that a notice announces. */
export type ContractNoticeKind = 'price' | 'terms' | 'privacy';

export interface ContractNoticeList {
  /** Notices, the newest first. */
  notices: ContractNoticeView[];
  earliest: EarliestChange[];
}

/** An email of a notice, and the number of its recipients. */
export interface ContractNoticePreview {
  subject: string;
  html: string;
  text: string;
  recipients: number;
}

/** Number of recipients of a sent notice. */
export interface ContractNoticeRecipients {
  recipients: number;
}

/** State of a notice. */
export type ContractNoticeState = 'sending' | 'done' | 'stopped';

/** A sent notice with its figures. */
export interface ContractNoticeView {
  id: string;
  kind: ContractNoticeKind;
  audience: ContractAudience;
  plans: string[];
  /** Day on which the change takes effect: `2027-01-15`. */
  effective_on: string;
  subject: string;
  text: string;
  state: ContractNoticeState;
  recipients: number;
  sent: number;
  failed: number;
  created_at: string;
  finished_at: string | null;
}

/** Conversions of the period, and of the one before. */
export interface Conversions {
  /** New newsletter addresses. */
  newsletter: Compared;
  /** Messages of the contact form. */
  contact: Compared;
  /** New accounts. */
  account: Compared;
  /** Paid new subscriptions. */
  plan: Compared;
}

/** A stored picture. */
export interface Copied {
  /** Path on this site. */
  url: string;
  width: number;
  height: number;
}

/** The copies, newest first, with those that failed. */
export interface CopiesList {
  /** Place and schedule of the copies. `null` if none is configured. */
  target: CopyTarget | null;
  /** State of the continuous copy. `null` if it is not configured. */
  continuous: ContinuousShown | null;
  /** Reason why the target could not be read, in Portuguese. */
  unreachable: string | null;
  copies: CopyShown[];
}

export interface CopyBegun {
  message: string;
}

export interface CopyLink {
  /** Path and query of the download, valid for five minutes. */
  url: string;
}

/** Schedule of the copies. */
export type CopySchedule = 'daily' | 'weekly';

export interface CopyShown {
  name: string;
  state: CopyState;
  started_at: string;
  bytes: number | null;
  rows: number | null;
  /** Number of stored files. `null` if they were left out, or nothing is known. */
  files: number | null;
  /** `null` if nothing is known. */
  encrypted: boolean | null;
  /** Reason of the failure, in Portuguese. */
  error: string | null;
  proof: ProofState | null;
  proved_at: string | null;
  /** Reason why the proof failed, in Portuguese. */
  proof_error: string | null;
  /** True if the target holds it. `null` if the target could not be read. */
  is_kept: boolean | null;
}

/** State of a copy. */
export type CopyState = 'running' | 'done' | 'failed';

export interface CopyTarget {
  /** The folder or bucket. */
  address: string;
  schedule: CopySchedule;
  /** Hour of the day in São Paulo. */
  hour: number;
  /** Number of copies that are kept. */
  keep: number;
  rows_only: boolean;
  encrypted: boolean;
}

/** Result of the check of an address. */
export interface CourseAccess {
  /** True if the courses are open to the address. */
  hasAccess: boolean;
  /** True if the platform did not respond: the result is the last known one. */
  stale: boolean;
}

export interface CourseOfLesson {
  id: string;
  title: string;
}

/** A stored grant. */
export interface Courtesy {
  /** Id of the grant. */
  id: string;
  /** The plan. */
  plan: PaidPlan;
  /** Months. */
  months: number;
  /** The reason. */
  reason: string;
  /** Beginning of the grant. */
  starts_at: string;
  /** End of the grant. */
  ends_at: string;
  /** Time at which it was revoked, if it was. */
  revoked_at: string | null;
  /** Time at which it was granted. */
  created_at: string;
}

export interface CourtesyGranted {
  message: string;
  user_id: string;
  courtesy: Courtesy;
}

export interface CreateCheckout {
  planType: string;
  /** Charged by the month unless it says otherwise. */
  period?: PlanPeriod;
  /** A boleto that waits to be paid is made void. */
  replacesPending?: boolean;
  /** Origin of the visit, where the browser sends it. */
  arrival?: Arrival;
}

/** Number of deliveries in a month: 3 of 4. */
export interface Deliveries {
  /** Number of deliveries. */
  done: number;
  /** Number of deliveries that the month owes. */
  due: number;
}

export interface DescribeLessonFile {
  lesson_id: string;
}

/** The records of a sender. */
export interface DomainRecords {
  /** Domain in `From`. */
  domain: string;
  /** Domain of the envelope, which SPF is about. */
  envelope_domain: string;
  /** Permission for the relay. */
  spf: RecordState;
  /** Key of the signatures. */
  dkim: RecordState;
  /** Policy for emails that fail. */
  dmarc: RecordState;
}

/** Response with a sentence about the change. */
export interface Done {
  message: string;
}

export interface DueWork {
  /** Kind of work, in Portuguese. */
  label: string;
  count: number;
}

/** Earliest day of a change that is announced now. */
export interface EarliestChange {
  kind: ContractNoticeKind;
  /** Day, such as `2027-01-15`. */
  day: string;
  /** Days that the owner's terms promise. */
  days: number;
}

/** A choice of a person. */
export interface EmailChoice {
  kind: EmailKind;
  follows: boolean;
}

/**
 * Kind of emails that a person switches on and off. A further kind needs a variant and its place in
 * [`EmailKind::stored`].
 */
export type EmailKind = 'open' | 'premium' | 'checkout' | 'membership' | 'return';

/** One kind of emails. */
export interface EmailPreference {
  /** The kind. */
  kind: EmailKind;
  /** True if it is on. */
  follows: boolean;
  /** Time of the consent, or of the departure. `None` for what a plan includes. */
  since: string | null;
  /** Source of the consent. `None` for the form of the site. */
  source: string | null;
  /** Plan that includes it. */
  plan: string | null;
  /** Basis of automated emails. `None` while nothing has begun them, and for letters. */
  basis: PurposeBasis | null;
}

/** Preferences of an address. */
export interface EmailPreferences {
  /** The address, with most of its name hidden. */
  address: string;
  /** True if they were read by the link of a test, which is nobody's. */
  is_test: boolean;
  /** Time since which the address receives nothing, because it refused emails or reported one. */
  suppressed_at: string | null;
  /** The kinds of emails that the person can have. */
  kinds: EmailPreference[];
}

export interface EndMembership {
  user_id: string;
  when: When;
}

export interface EndPersonSessions {
  user_id: string;
  /** Session to end. `null` ends all. */
  session_id: string | null;
}

export interface EndSession {
  /** Id from `list-sessions`, or `others` for all but the calling one. */
  session_id: string;
}

export interface EndSubscription {
  /** No further months, or further months after all. */
  ends: boolean;
}

export interface ErasureCanceled {
  canceled: boolean;
}

export interface ErasureDue {
  due_at: string;
}

export interface ExportAccount {
  /** Code sent by `/reauthenticate`. */
  nonce?: string;
}

/** Type of a second factor. */
export type FactorType = 'totp' | 'phone' | 'webauthn' | 'recovery_code';

export interface FactorsReset {
  message: string;
  removed: number;
}

export interface FilesPage {
  files: MediaFile[];
  /** End of this page. `None` if it is the last one. */
  next: string | null;
}

/** Form of a certificate. */
export type Form = 'pdf' | 'png' | 'jwt';

/** A page of the audit log in the form of `list-acts`. */
export interface FormerAuditPage {
  /** The entries under their former name. */
  acts: AuditEntry[];
  /** Entries, newest first. */
  entries: AuditEntry[];
  /** Number of matching entries on all pages. */
  total: number;
  /** Maximum number of entries on a page. */
  per_page: number;
  /** All actions with entries, by label. */
  actions: AuditAction[];
  /** All accounts that acted. */
  actors: Named[];
  /** Rows that the entries mention, by id. */
  names: Record<string, Mentioned>;
}

/** Free months. */
export interface GrantCourtesy {
  /** Chosen by the caller: the same id is the same courtesy. */
  id: string;
  /** The id or the email of the account. */
  person: string;
  plan: PaidPlan | null;
  months: number | null;
  reason: string;
}

/** Part of the installation. */
export type HealthPart = 'database' | 'disk' | 'emails' | 'tasks' | 'payments' | 'copies' | 'proofs' | 'quarantine' | 'errors' | 'memory' | 'nodes' | 'version';

export interface HealthPoint {
  part: HealthPart;
  state: HealthState;
  /** Time since which the oldest item has waited. */
  since: string | null;
  /** Time of the last success: of an email, a copy or a proof. */
  last_at: string | null;
  /** Size of the database, the free disk or the memory in bytes. */
  bytes: number | null;
  /** Number of items that wait. */
  waiting: number | null;
  /** Number of failed items, errors, nodes or newer migrations. */
  count: number | null;
}

export interface HealthReport {
  measured_at: string;
  /** Version of the program. */
  version: string;
  points: HealthPoint[];
}

/** State of a part. */
export type HealthState = 'good' | 'attention' | 'problem' | 'unknown' | 'unset';

/** Kind of row that uses a file. */
export type HolderKind = 'content' | 'course' | 'lesson';

/** Present figures and those of past months. */
export interface Income {
  /** People with access, paid or by courtesy. */
  active: number;
  /** People with access by courtesy. */
  courtesies: number;
  /** Oldest first; the last is the running month. */
  months: MonthFigures[];
}

export interface InvitePerson {
  name: string;
  email: string;
  role: Role | null;
}

export interface Invited {
  message: string;
  user_id: string;
}

/** Request for the certificate of a course or of a programme. */
export interface IssueCertificate {
  course_id?: string;
  programme_id?: string;
  /** Name to print. */
  holder_name: string;
  /** True if the public page shows the name. */
  shows_name?: boolean;
}

/** A certificate of the caller. */
export interface Issued {
  certificate_id: string;
  code: string;
  holder_name: string;
  issued_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface JobEnded {
  message: string;
  run: JobRun;
}

/** A run, as recorded in the log. */
export interface JobRun {
  /** Id of its row in `job_execution_logs`. */
  id: string;
  /** Name of the job. */
  job_name: string;
  /** Time of its start. */
  executed_at: string;
  /** Result of the run. */
  status: JobStatus;
  /** Duration in milliseconds. */
  duration_ms: number;
  /** Summary of the work or reason of the failure, in the owner's language. */
  message: string;
}

export interface Judged {
  id: string;
  is_right: boolean;
  explanation: string | null;
}

/** Findings of the server in a file. */
export interface LessonMedia {
  /** Format found in the bytes. */
  format: MediaFormat;
  /** Video codec: `h264`, `hevc`, `av1`, `vp9`, or its four letters. */
  video: string | null;
  /** Audio codec: `aac`, `mp3`, `opus`, or its four letters. */
  audio: string | null;
  /** Width in pixels. */
  width: number;
  height: number;
  /** Length in seconds. `None` if the file does not give it. */
  seconds: number | null;
  /** Size in bytes. */
  size: number;
  /** Problems of the file, worst first. */
  problems: MediaProblem[];
}

export interface LinkCopy {
  name: string;
  /** Code sent by `/reauthenticate`. */
  nonce?: string;
}

/** State of a link. */
export type LinkState = 'works' | 'broken' | 'unclear';

/** Filter of entries. `null` matches all. */
export interface ListAuditLog {
  /** Account that acted or was concerned. `program` is the service key. */
  person: string | null;
  /** Name of the action. */
  action: string | null;
  /** Earliest time, inclusive. */
  since: string | null;
  /** Latest time, exclusive. */
  until: string | null;
  /** Page number, from 1. */
  page: number | null;
}

export interface ListCampaigns {
  page: number | null;
}

/** `null` stands for any. */
export interface ListCharges {
  /** Words of the name or the address, blind to case and accents. */
  search: string | null;
  /** State of the charges. */
  state: ChargeState | null;
  /** Order of the list. */
  order: ChargesOrder | null;
  /** Page number, from 1. */
  page: number | null;
}

export interface ListFiles {
  /** Words of the file's name. */
  search: string | null;
  kind: MediaKind | null;
  bucket: MediaBucket | null;
  /** True to list only unused files. */
  unused: boolean | null;
  /** End of the previous page. */
  after: string | null;
}

/** `null` stands for any. */
export interface ListMembers {
  /** Words of the name or the address, blind to case and accents. */
  search: string | null;
  /** State of the membership. */
  state: MemberState | null;
  /** Plan of the membership. */
  plan: PaidPlan | null;
  /** Change within the last seven days. */
  change: MemberChange | null;
  /** Order of the list. */
  order: MembersOrder | null;
  /** Page number, from 1. */
  page: number | null;
}

/** Filter of messages. `null` matches all. */
export interface ListMessages {
  search: string | null;
  state: MessageState | null;
  page: number | null;
}

/** Filter of people. `null` matches all. */
export interface ListPeople {
  /** Words of the name, the address or the telephone number, ignoring case and accents. */
  search: string | null;
  /** Role that the account holds. */
  role: RoleFilter | null;
  /** Access that the subscription grants. */
  subscription: AccessFilter | null;
  /** State of the account. */
  state: PersonState | null;
  /** Order of the list. */
  order: PeopleOrder | null;
  /** Page number, from 1. */
  page: number | null;
}

/** Filter of a campaign's recipients. */
export interface ListRecipients {
  number: number;
  /** Beginning of an address or of a name. `null` for all. */
  search: string | null;
  /** `null` for all. */
  state: RecipientState | null;
  page: number | null;
}

/** Filter of the people of a sequence. */
export interface ListSequenceRuns {
  sequence: SequenceName;
  /** `null` for all. */
  state: RunState | null;
  page: number | null;
}

export interface ListSuppressions {
  /** Part of an address. */
  search: string | null;
  page: number | null;
}

/** Filter of tasks. `null` matches any queue, and every state but done and ignored. */
export interface ListTasks {
  queue: string | null;
  state: TaskState | null;
  page: number | null;
}

/** One session of a person. */
export interface ListedSession {
  /** Id of the session, as in the `session_id` claim of its tokens. */
  id: string;
  /** `User-Agent` header of the device. */
  user_agent: string | null;
  /** Address of the last refresh. */
  ip_address: string | null;
  /** Assurance level that it has reached. */
  aal: Aal;
  /** Time at which it began. */
  created_at: string;
  /** Time of the beginning or last refresh, which lies within the lifetime of an access token of the last use. */
  last_used_at: string;
  /** True for the session that calls. */
  is_current: boolean;
}

export interface MarkVipRemoval {
  user_id: string;
  /** False to remove the mark. */
  removed: boolean;
}

/** Bucket of a file. */
export type MediaBucket = 'contents' | 'courses';

/** A file of the media library. */
export interface MediaFile {
  id: string;
  bucket: MediaBucket;
  key: string;
  /** Name at the file's source, if known. */
  name: string | null;
  mime_type: string;
  /** Size in bytes. */
  size: number;
  /** Width in pixels. */
  width: number | null;
  /** Height in pixels. */
  height: number | null;
  /** Duration in seconds. */
  duration: number | null;
  owner_id: string | null;
  created_at: string;
  /** Time at which its bytes were last replaced. */
  updated_at: string;
  /** True if the caller may replace it here. */
  may_replace: boolean;
  /** True if it is kept even if unused. */
  is_kept: boolean;
  uses: MediaUse[];
}

export type MediaFormat = 'mp4' | 'mp3' | 'wav' | 'ogg' | 'flac' | 'webm' | 'pdf' | 'unknown';

/** Kind of a file. */
export type MediaKind = 'image' | 'video' | 'audio' | 'document';

/** Part of the row that holds the file. */
export type MediaPart = 'cover' | 'file' | 'text';

/** Reason why a file does not play, or not everywhere. */
export type MediaProblem = 'broken' | 'wrong_kind' | 'no_picture' | 'video_codec' | 'deep_colour' | 'audio_codec' | 'index_at_end' | 'no_length' | 'encrypted';

/** A content, course or lesson that uses a file. */
export interface MediaUse {
  kind: HolderKind;
  id: string;
  /** Title. Empty if it has none yet, or the caller may not read it. */
  title: string;
  /** Course of a lesson. */
  course: CourseOfLesson | null;
  is_published: boolean;
  is_trashed: boolean;
  /** True if the caller may open its editor. */
  may_open: boolean;
  /** Parts that hold the file, as saved. */
  parts: MediaPart[];
  /** True if unsaved changes use it. */
  in_draft: boolean;
  /** Number of earlier versions that use it. */
  revisions: number;
}

/** One member, as a list shows it. */
export interface Member {
  /** The account's id. */
  id: string;
  /** Name of the person, where it is known. */
  name: string | null;
  /** The address. */
  email: string | null;
  /** Plan of the membership. */
  plan: PaidPlan | null;
  /** Period that one charge pays for. `None` for a courtesy. */
  period: PlanPeriod | null;
  /** State of the membership. */
  state: MemberState;
  /** Status of the subscription. */
  status: SubscriberStatus;
  /** Reason of the access or its absence. */
  reason: AccessReason | null;
  /** Time at which the person first paid or was first given access. */
  since: string | null;
  /** End of access. `None` if there is no access, or it has no end yet. */
  until: string | null;
  /** The end of the running period. */
  period_end: string | null;
  /** The subscription ends with the period. */
  ends: boolean;
  /** The end of what was given. */
  courtesy_until: string | null;
  /** The last payment: when. */
  paid_at: string | null;
  /** The last payment: how much, in centavos. */
  paid_amount: number | null;
}

/** One action. */
export interface MemberAction {
  /** `cancel`, `keep` (the cancellation withdrawn) or `refund`. */
  act: 'cancel' | 'keep' | 'refund';
  /** Time at which it was requested. */
  asked_at: string | null;
  /** Time at which the provider had done it; none until then. */
  done_at: string | null;
  /** The right to the refund: `withdrawal` or `guarantee`. */
  right: 'withdrawal' | 'guarantee' | null;
  /** Refunded amount in centavos. */
  amount: number | null;
  /** True where the provider refused and the owner refunds by other means. */
  by_hand: boolean;
}

/** Change within the last seven days. */
export type MemberChange = 'started' | 'ended';

/** One member whole. */
export interface MemberDetail {
  /** The entry of the list; none for an account that never was a member. */
  member: Member | null;
  /** The account's id. */
  id: string;
  /** The person's name, where it is known. */
  name: string | null;
  /** The address. */
  email: string | null;
  /** The CPF or CNPJ of the newest receipt that has one. */
  tax_id: string | null;
  /** Time at which the state was last fetched; none for people who never paid. */
  asked_at: string | null;
  /** Every subscription, the newest first. */
  subscriptions: MemberSubscription[];
  /** The last receipts, the newest first. */
  receipts: Receipt[];
  /** The charges that a refund gives back now, by id, newest first. */
  refundable: string[];
  /** The last payment pages, the newest first. */
  checkouts: OpenedCheckout[];
  /** Grants, newest first. */
  courtesies: Courtesy[];
  /** The person's own actions, newest first. */
  own_acts: MemberAction[];
}

/** State of a membership, as far as an administrator distinguishes states. */
export type MemberState = 'active' | 'ending' | 'grace' | 'courtesy' | 'pending' | 'suspended' | 'ended';

/** A subscription: columns of `payment_subscriptions`. */
export interface MemberSubscription {
  id: string;
  plan: string | null;
  period: PlanPeriod | null;
  status: string;
  started_at: string;
  current_period_end: string | null;
  cancel_at_period_end: boolean;
  canceled_at: string | null;
  ended_at: string | null;
  past_due_since: string | null;
  refunded_at: string | null;
  disputed_at: string | null;
}

/** The order of the list. No access comes before all others in time. */
export type MembersOrder = 'since_desc' | 'since' | 'name' | 'name_desc' | 'access' | 'access_desc';

/** A page of members. */
export interface MembersPage {
  /** Members in the requested order. */
  members: Member[];
  /** Number of all matching members. */
  total: number;
  /** Number of members on a page. */
  per_page: number;
}

/** Result of a change, in a sentence. */
export interface MembershipDone {
  message: string;
}

/** Result of a refund. */
export interface MembershipRefunded {
  message: string;
  state: RefundState;
}

/** A row that entries mention. */
export interface Mentioned {
  /** Table of the row, if known. */
  table: string | null;
  /** Name of the row. A deleted row has the name that an entry has recorded. */
  name: string | null;
  /** Id of the person after whom the row is named. */
  person: string | null;
  /** True if the row has been deleted. */
  gone: boolean;
}

/** A page of messages. */
export interface MessagesPage {
  /** Messages: unanswered ones with priority first, then the newest. */
  messages: ContactMessage[];
  /** Number of all matching messages. */
  total: number;
  /** Number of messages on a page. */
  per_page: number;
  /** Business hours within which priority messages are answered. */
  priority_hours: number;
}

/** The figures of a month. Money in centavos. */
export interface MonthFigures {
  /** `2026-11`. */
  month: string;
  /** Payments in it for a plan that were not refunded. */
  received: number;
  /** Subscriptions that were live at its end, or are now. */
  paying: number;
  /** Monthly income of those that continue, at present prices; a year counts as a twelfth. */
  recurring: number;
  /** Subscriptions that began in it. */
  started: number;
  /** Subscriptions that ended in it. */
  ended: number;
  /** Charges for a plan that failed in it, paid later or not. */
  failed: number;
}

export interface NamePeople {
  user_ids: string[];
}

/** A person in the audit log. */
export interface Named {
  id: string;
  /** The name, else the address. `None` if the account is gone. */
  name: string | null;
}

export interface NamedPeople {
  /** Requested accounts that exist. */
  people: Named[];
}

/** Account that an action concerns. */
export interface OfMember {
  user_id: string;
}

/** Account that an action concerns. */
export interface OfPerson {
  user_id: string;
}

export interface OneFile {
  bucket: MediaBucket;
  key: string;
}

export interface OpenPortal {
  /** Opens it where plans change. */
  changesPlan?: boolean;
  /** Opens it where a change to this plan is confirmed. */
  planType?: string;
  /** The path of the members' area that the confirmation leads back to. */
  back?: string;
}

/** A payment page: columns of `payment_checkouts`. */
export interface OpenedCheckout {
  id: string;
  plan: PaidPlan;
  period: PlanPeriod;
  state: PageState;
  created_at: string;
  updated_at: string;
}

/** Figures of the last seven days, and numbers of items that wait for staff. */
export interface OverviewFigures {
  visits: WeekOfVisits;
  /** Titles of the articles among the visits, by id. */
  titles: ArticleTitle[];
  members: RecentChanges;
  /** Number of unanswered messages of the contact form. */
  new_messages: number;
  /** Number of unpublished contents. */
  drafts: number;
  /** Number of contents in review. */
  waiting_reviews: number;
  /** Number of reports and texts that wait for a decision. */
  open_cases: number;
  /** Number of failed tasks. */
  failed_tasks: number;
}

/** One session of a person. */
export interface OwnSession {
  /** Id of the session, as in the `session_id` claim of its tokens. */
  id: string;
  /** `User-Agent` header of the device. */
  user_agent: string | null;
  /** Address of the last refresh. */
  ip_address: string | null;
  /** Assurance level that it has reached. */
  aal: Aal;
  /** Time at which it began. */
  created_at: string;
  /** Time of the beginning or last refresh, which lies within the lifetime of an access token of the last use. */
  last_used_at: string;
}

export interface OwnSessions {
  sessions: ListedSession[];
}

export interface OwnSessionsEnded {
  ended: number;
}

/** State of a payment page. */
export type PageState = 'opening' | 'open' | 'completed' | 'expired' | 'failed';

/** Reason why the server stopped a campaign, or did not start it. */
export type PauseReason = 'errors' | 'complaints' | 'overdue' | 'copied' | 'no_letter' | 'for_members' | 'unknown_field' | 'field_without_default' | 'too_long' | 'no_recipients';

/** The address of a page of the payment provider. */
export interface PaymentPage {
  url: string;
}

/** Order of the list. People who never signed in sort as the earliest. */
export type PeopleOrder = 'created_desc' | 'created' | 'name' | 'name_desc' | 'last_sign_in' | 'last_sign_in_desc';

/** A page of people. */
export interface PeoplePage {
  /** Accounts on the page, in the requested order. */
  people: Person[];
  /** Number of matching accounts on all pages. */
  total: number;
  /** Maximum number of accounts on a page. */
  per_page: number;
}

/** An account as an entry of the list. */
export interface Person {
  /** Id of the account. */
  id: string;
  /** Name of the person. `None` if it is unknown. */
  name: string | null;
  /** The address. */
  email: string | null;
  /** The telephone number, digits only. */
  phone: string | null;
  /** Time at which the account was created. */
  created_at: string;
  /** Time at which the person last signed in. */
  last_sign_in_at: string | null;
  /** True if an address or a telephone number is verified. */
  confirmed: boolean;
  /** Time at which the person was last invited. */
  invited_at: string | null;
  /** Time at which the ban ends. `None` if the person is not banned. */
  banned_until: string | null;
  /** True if sign-in requires a second factor. */
  second_factor: boolean;
  /** True for a visitor's account without an address. */
  is_anonymous: boolean;
  /** Roles held. */
  roles: Role[];
  /** True while a subscription grants access. */
  access: boolean;
  /** Plan of the subscription, even without access. */
  plan: string | null;
}

/** An account in detail, without secrets. */
export interface PersonDetail {
  /** Id of the account. */
  id: string;
  /** Name of the person. `None` if it is unknown. */
  name: string | null;
  /** The address. */
  email: string | null;
  /** The telephone number, digits only. */
  phone: string | null;
  /** Time at which the account was created. */
  created_at: string;
  /** Time at which the person last signed in. */
  last_sign_in_at: string | null;
  /** True if an address or a telephone number is verified. */
  confirmed: boolean;
  /** Time at which the person was last invited. */
  invited_at: string | null;
  /** Time at which the ban ends. `None` if the person is not banned. */
  banned_until: string | null;
  /** True if sign-in requires a second factor. */
  second_factor: boolean;
  /** True for a visitor's account without an address. */
  is_anonymous: boolean;
  /** Roles held. */
  roles: Role[];
  /** True while a subscription grants access. */
  access: boolean;
  /** Plan of the subscription, even without access. */
  plan: string | null;
  /** Sign-in methods of the person: `email`, `google`. */
  providers: string[];
  /** Reason of a ban in force. */
  ban_reason: string | null;
  /** The subscription. */
  subscription: PersonSubscription | null;
  /** Verified second factors. */
  factors: PersonFactor[];
  /** Passkeys. */
  passkeys: PersonPasskey[];
  /** Sessions. */
  sessions: OwnSession[];
  /** The latest events. */
  events: PersonEvent[];
}

/** Columns of `auth_logs`. */
export interface PersonEvent {
  id: string;
  created_at: string;
  action: string;
  ip_address: string | null;
  success: boolean;
  error_message: string | null;
}

/** Columns of `factors`. */
export interface PersonFactor {
  id: string;
  factor_type: FactorType;
  friendly_name: string;
  created_at: string;
}

/** Columns of `passkeys`. */
export interface PersonPasskey {
  id: string;
  friendly_name: string;
  created_at: string;
  last_used_at: string | null;
}

/** Preview of all sequences for a person. */
export interface PersonPreview {
  email: string;
  name: string;
  sequences: PlannedSequence[];
}

/** State of an account, as a filter. */
export type PersonState = 'confirmed' | 'unconfirmed' | 'invited' | 'banned' | 'second_factor';

/** Columns of `subscribers`. */
export interface PersonSubscription {
  status: string;
  plan: string | null;
  current_period_end: string | null;
  cancel_at_period_end: boolean;
}

/** Costs of a change to another plan. */
export interface PlanChange {
  /** The plan. */
  plan: PaidPlan;
  /** The period, which is that of the present subscription. */
  period: PlanPeriod;
  /** The price of a period, in centavos. */
  price: number;
  /** The charge that the change causes now, in centavos. `None` if the plan begins with the next charge. */
  due: number | null;
  /** The next charge of a whole period. */
  renews_at: string | null;
}

/** Outcome of a step in a preview. */
export type PlannedOutcome = 'sends' | 'skips' | 'ends';

/** A sequence in a preview. */
export interface PlannedSequence {
  name: SequenceName;
  is_on: boolean;
  /** State of the person's last run, `null` without one. */
  state: RunState | null;
  /** Reason why the event would begin nothing, `null` if it would. */
  reason: Reason | null;
  /** Steps of the running run, else of one that would begin now. */
  steps: PlannedStep[];
}

/** A step of a preview. */
export interface PlannedStep {
  number: number;
  at: string;
  outcome: PlannedOutcome;
  reason: Reason | null;
  subject: string;
}

/** A preview of a campaign. */
export interface PreviewCampaign {
  number: number;
  audience: Audience;
  /** Name of the reader, empty for a reader without one. */
  name: string;
  /** Identifier of the reader's plan, `null` for a reader without one. */
  plan: string | null;
}

export interface PreviewPlanChange {
  planType: string;
}

export interface PreviewSegment {
  list: CampaignList;
  segment: Segment;
}

/** An email of a sequence to a person. */
export interface PreviewSequenceEmail {
  sequence: SequenceName;
  /** Number of the step, from 1. */
  step: number;
  /** Address of the person. */
  email: string;
}

/** A person by address. */
export interface PreviewSequences {
  email: string;
}

/** Result of the last proof of a copy. */
export type ProofState = 'passed' | 'failed';

/** Basis on which emails of a purpose are sent. */
export type PurposeBasis = 'contract' | 'consent';

export interface QuarantineEnded {
  message: string;
}

export interface QuarantineShown {
  /** Time of the restore. */
  begun_at: string;
  /** Time of the restored backup. */
  backup_made_at: string;
  /** Work that is due and begins when the quarantine ends, by kind. */
  due: DueWork[];
}

export interface QuarantineState {
  /** The quarantine of a restored site. `null` if the site works. */
  quarantine: QuarantineShown | null;
}

/** A question about a reader. */
export type Question = { question: 'plans'; plans: string[] } | { question: 'visitors' } | { question: 'joined_since'; since: string } | { question: 'opened_course'; course_id: string } | { question: 'tag'; tag: string } | { question: 'missed'; campaign: number };

export interface QueueFigures {
  queue: string;
  label: string;
  scheduled: number;
  pending: number;
  running: number;
  failed: number;
}

/** Result of an attempt. */
export interface QuizResult {
  /** Score in percent. */
  score: number;
  is_passed: boolean;
  pass_mark: number;
  /** Number of attempts left. Null means unlimited. */
  attempts_left: number | null;
  questions: Judged[];
  course_progress: number;
  course_completed_at: string | null;
}

/** Period that ends today. */
export interface ReadConversions {
  /** Number of days, 1 to 366. */
  days: number;
}

/** A reader of a list. */
export interface Reader {
  /** The address. */
  email: string;
  /** Body that the reader gets. */
  audience: Audience;
}

/** Reason why a step is skipped, a run ends or none begins. */
export type Reason = 'bought' | 'membership_over' | 'came_back' | 'unsubscribed' | 'suppressed' | 'erased' | 'unreachable' | 'overdue' | 'not_needed' | 'already_seen';

/** Number of runs or steps with one reason. */
export interface ReasonCount {
  reason: Reason;
  count: number;
}

/** A charge: columns of `payment_invoices`, the amount in centavos. */
export interface Receipt {
  id: string;
  /** Plan that was charged. `None` for a charge of another product. */
  plan: string | null;
  tax_id: string | null;
  number: string | null;
  status: string;
  amount: number;
  created_at: string;
  paid_at: string | null;
  failed_at: string | null;
  refunded_at: string | null;
  /** Sum of the partial refunds. */
  refunded_amount: number;
  hosted_url: string | null;
}

/** Changes of the last seven days, and what is still owed. */
export interface RecentChanges {
  /** Subscriptions that began. */
  started: number;
  /** Subscriptions that ended. */
  ended: number;
  /** Charges for a plan that failed in the last 60 days and are not paid. */
  failed_charges: number;
  /** Sum of these charges, in centavos. */
  failed_amount: number;
}

/** State of a recipient. */
export type RecipientState = 'waiting' | 'sending' | 'delivered' | 'failed' | 'uncertain' | 'skipped';

export interface RecipientsPage {
  recipients: CampaignRecipient[];
  total: number;
  per_page: number;
}

/** State of a record. */
export type RecordState = 'found' | 'missing' | 'several' | 'unknown' | 'unset';

/** A refund: the right to it, or its state. */
export interface Refund {
  /** `open` while it may be requested; else a [`crate::RefundState`]. */
  state: 'open' | 'waiting' | 'done' | 'by_hand';
  /** Right by which it is refunded. */
  kind: RefundKind;
  /** The instant at which an open right ends. */
  until: string | null;
  /** Amount in centavos. */
  amount: number;
}

export interface RefundCharge {
  /** Id from the caller, so that a repeated request is one refund. */
  id: string;
  user_id: string;
  receipt_id: string;
  /** Amount in centavos. */
  amount: number;
  /** Reason for the audit log. */
  reason: string;
}

/** Right by which money is refunded. */
export type RefundKind = 'withdrawal' | 'guarantee' | 'office';

export interface RefundMembership {
  user_id: string;
  /** Reason for the audit log. */
  reason: string;
}

/** State of a refund. */
export type RefundState = 'done' | 'waiting' | 'by_hand';

/** The state of the refund. */
export interface Refunded {
  state: RefundState;
}

export interface ReissueCertificate {
  certificate_id: string;
  /** Name to print. */
  holder_name: string;
}

export interface ReissueCertificateFor {
  certificate_id: string;
  /** Name to print. */
  holder_name: string;
  /** True if its validity begins anew today, with the present months of its course or programme. */
  is_renewed?: boolean;
}

export interface Removed {
  message: string;
}

export interface RemovedFiles {
  removed: number;
  /** True if another call would remove more. */
  has_more: boolean;
}

/** Progress of a member in one lesson since the last report. */
export interface Report {
  lesson_id: string;
  /** Seconds of a recording, page of a document, or percentage of a text. */
  position: number;
  /** Number of seconds ago the position was measured. */
  seconds_ago?: number;
  /** Played parts in seconds. */
  played?: unknown[][];
  /** True if the end of a text or document was reached. */
  is_at_end?: boolean;
  /** State of the button: finished or not. */
  is_finished?: boolean;
}

export interface RequestErasure {
  confirmation: string;
  /** Code sent by `/reauthenticate`. */
  nonce?: string;
}

export interface ResendReceipt {
  user_id: string;
  receipt_id: string;
}

export interface RetryTask {
  queue: string;
  id: string;
}

export interface RevokeCertificate {
  certificate_id: string;
  /** Reason, for the holder and the audit log. */
  reason: string;
}

export interface Revoked {
  revoked_at: string;
}

/** Filter by role. */
export type RoleFilter = 'admin' | 'moderator' | 'editor' | 'none';

export interface RoleOfPerson {
  user_id: string;
  role: Role;
}

export interface RunJob {
  job_name: string;
}

/** State of a run. */
export type RunState = 'running' | 'done' | 'stopped';

/** A campaign as the owner writes it. */
export interface SaveCampaign {
  /** Number of the draft, `null` for a new campaign. */
  number: number | null;
  /** Version of the draft that was edited. 0 for a new campaign. */
  version: number;
  /** Id of the letter. */
  content_id: string;
  list: CampaignList;
  segment: Segment;
  /** Subject, with personal fields. */
  subject: string;
  /** Preview text, with personal fields. May be empty. */
  preheader: string;
  /** Name in `From`. Empty for the owner's. */
  sender_name: string;
  /** Address for replies. Empty for that of the sender. */
  reply_to: string;
}

export interface SaveLessonProgress {
  reports: Report[];
}

export interface SaveSegment {
  /** Id of a saved segment, `null` for a new one. */
  id: string | null;
  name: string;
  segment: Segment;
}

/** Progress of the member after the reports. */
export interface Saved {
  lessons: SavedLesson[];
  /** Lessons without a stored report: they are deleted, closed, or were never opened. */
  refused: string[];
}

export interface SavedLesson {
  lesson_id: string;
  position: number;
  played_share: number;
  completed_at: string | null;
  course_progress: number;
  course_completed_at: string | null;
  /** True if more was played than the elapsed time allows. It is then not counted. */
  is_too_fast: boolean;
}

/** A saved segment. */
export interface SavedSegment {
  id: string;
  name: string;
  segment: Segment;
  updated_at: string;
}

export interface SavedSegments {
  segments: SavedSegment[];
}

export interface ScheduleCampaign {
  number: number;
  at: string;
  /** Expected number of recipients. */
  recipients: number;
}

/** A segment: all its questions hold. Without questions it has every reader of the list. */
export type Segment = Question[];

/** A segment by its id. */
export interface SegmentId {
  id: string;
}

/** Number of readers of a segment, and the first twenty. */
export interface SegmentReaders {
  count: number;
  readers: Reader[];
}

export interface Send2faCode {
  user_phone: string;
}

/** A notice that the owner has confirmed. */
export interface SendContractNotice {
  /** Id of the notice, chosen by the caller. The same id is sent once. */
  id: string;
  notice: ContractNoticeDraft;
  /** Expected number of recipients. */
  recipients: number;
}

/** Rates of sending. A limit of 0 stands for none. */
export interface SendingRates {
  /** Number of connections to the relay. */
  connections: number;
  /** Emails in a second. */
  per_second: number;
  /** Emails in a minute. */
  per_minute: number;
  /** Emails in an hour. */
  per_hour: number;
  /** Emails in 24 hours. */
  per_day: number;
  /** Emails in a minute to one domain. */
  domain_per_minute: number;
  /** Number of errors in a row after which a campaign pauses. */
  errors_to_pause: number;
}

/** A sent code. */
export interface SentCode {
  /** Telephone number of the code: country code first, with a plus. */
  phone: string;
  /** Factor that the code verifies. */
  factor_id: string;
  /** Challenge of the code. */
  challenge_id: string;
  /** Expiry of the code, in seconds since the epoch. */
  expires_at: number;
}

/** An email as a person gets it. */
export interface SequenceEmailPreview {
  subject: string;
  html: string;
  text: string;
}

export interface SequenceList {
  sequences: SequenceView[];
}

/** A sequence. */
export type SequenceName = 'welcome' | 'abandoned_checkout' | 'first_month' | 'away' | 'win_back' | 'after_refund';

/** One person in a sequence. */
export interface SequenceRun {
  id: string;
  /** Id of the account, `null` for an address without one. */
  user_id: string | null;
  /** The present address, `null` if there is none. */
  email: string | null;
  state: RunState;
  /** Number of the next step, from 1. */
  step: number;
  begun_at: string;
  due_at: string | null;
  ended_at: string | null;
  reason: Reason | null;
}

/** People of a sequence, those who began last first. */
export interface SequenceRuns {
  runs: SequenceRun[];
  total: number;
  per_page: number;
}

/** A step of a sequence. */
export interface SequenceStep {
  /** Number, from 1. */
  number: number;
  /** Hours after the beginning. */
  after_hours: number;
  /** Subject of its email. */
  subject: string;
  sent: number;
  skipped: number;
}

/** A switch of a sequence. */
export interface SequenceSwitch {
  name: SequenceName;
  is_on: boolean;
}

/** A sequence with its figures. */
export interface SequenceView {
  name: SequenceName;
  is_on: boolean;
  /** Earlier events begin no run. `null` if it was never on. */
  on_since: string | null;
  /** Time at which it switched itself off, because the database was copied, restored or moved. */
  copied_at: string | null;
  steps: SequenceStep[];
  /** People in it now. */
  running: number;
  /** People who went through all of it. */
  done: number;
  /** People who left before the end, by reason. */
  stopped: ReasonCount[];
  /** Sent emails. */
  sent: number;
  /** Skipped steps by reason. */
  skipped: ReasonCount[];
}

export interface SessionsEnded {
  message: string;
  ended: number;
}

export interface SettingsApplied {
  message: string;
  values: Record<string, unknown>;
}

/** Choices of the holder: shown data, and survival of the account. Absent fields are unchanged. */
export interface ShowCertificate {
  certificate_id: string;
  shows_name?: boolean;
  shows_lessons?: boolean;
  is_kept?: boolean;
}

/** A start that the owner has confirmed by typing the number of recipients. */
export interface StartCampaign {
  number: number;
  /** Expected number of recipients. */
  recipients: number;
}

/** The present subscription. */
export interface Subscription {
  /** Plan of the subscription. */
  plan: PaidPlan | null;
  /** Period that one charge pays for. `None` for a courtesy. */
  period: PlanPeriod | null;
  /** Status of the subscription. */
  status: SubscriberStatus;
  /** The end of the running period. */
  current_period_end: string | null;
  /** True where it was canceled for the end of the period. */
  cancel_at_period_end: boolean;
  /** The end of access. `None` if there is no access. */
  access_until: string | null;
  /** Reason of the access or its absence. */
  access_reason: AccessReason | null;
  /** Amount of the next charge in centavos, where the provider tells it. */
  next_amount: number | null;
  /** Brand of the card that is charged, in the provider's spelling; none for other means of payment. */
  card_brand: string | null;
  /** Last four digits of the card's number. */
  card_last_four: string | null;
}

/** A person's subscription and what it entitles to. */
export interface SubscriptionStatus {
  /** A subscription grants access now. */
  subscribed: boolean;
  /** The present subscription, whether it grants access or not. */
  subscription: Subscription | null;
  /** Present entitlements; empty without access. */
  entitlements: Entitlement[];
  /** A payment was made and is not confirmed yet, as a boleto is not for days. */
  pending: boolean;
  /** State of the payment page that the request names: only a completed one confirms a payment. */
  checkout: PageState | null;
  /** The refund that is possible or under way. */
  refund: Refund | null;
}

/** An address that gets no newsletter. */
export interface SuppressedAddress {
  recipient: string;
  kind: SuppressionKind;
  source: SuppressionSource;
  reason: string;
  created_at: string;
}

/** Kind of a suppression. */
export type SuppressionKind = 'hard' | 'soft' | 'complaint' | 'manual';

/** Source of a suppression. */
export type SuppressionSource = 'relay' | 'report' | 'webhook' | 'panel';

export interface SuppressionsPage {
  suppressions: SuppressedAddress[];
  total: number;
  per_page: number;
}

export interface TaskRetried {
  message: string;
}

export interface TaskShown {
  queue: string;
  /** Id, unique in its queue. */
  id: string;
  /** Kind of the task: the subject of an email, the kind of an event, the name of a job. */
  kind: string;
  state: TaskState;
  /** Number of tries. */
  tries: number;
  created_at: string;
  /** Time of the next try, or the end of its lease while it runs. */
  due_at: string | null;
  settled_at: string | null;
  /** Reason why the last try failed. */
  error: string | null;
}

/** State of a task. An untried task that is not due yet is scheduled, not pending. */
export type TaskState = 'scheduled' | 'pending' | 'running' | 'failed' | 'done' | 'ignored';

export interface TasksPage {
  /** Tasks: failed ones first, scheduled ones last by their time, the others newest first. */
  tasks: TaskShown[];
  total: number;
  per_page: number;
  queues: QueueFigures[];
}

/** A test of a campaign. */
export interface TestCampaign {
  number: number;
  audience: Audience;
}

/** The address to which a test went. */
export interface TestSent {
  email: string;
}

/** Files that are unused, too old for an open form, and not kept. */
export interface UnusedFiles {
  files: number;
  /** Total size in bytes. */
  bytes: number;
}

export interface ValidateHotmartAccess {
  email: string;
  refresh?: boolean;
}

/** Invitation to the group. */
export interface VipGroupInvitation {
  url: string;
}

/** A person who opened the group's URL. */
export interface VipGroupMember {
  /** Id of the account. */
  id: string;
  /** Name of the person, if known. */
  name: string | null;
  /** The address. */
  email: string | null;
  /** The last opening. */
  last_opened_at: string | null;
  /** Time at which an administrator removed the person from the group. */
  removed_at: string | null;
  /** Name or email of the administrator who removed the person. */
  removed_by: string | null;
}

/** The removals from the group. */
export interface VipGroupRemovals {
  /** True if the URL of the group is set. */
  is_set: boolean;
  /** People to be removed, by latest opening. */
  due: VipGroupMember[];
  /** Number of people to be removed. */
  total: number;
  /** Removed people, latest first. */
  removed: VipGroupMember[];
}

export interface Wanted {
  /** URL of the picture. */
  url: string;
}

/** Views of the last seven days, today included, and of the seven days before. */
export interface WeekOfVisits {
  /** Views of all pages. */
  views: number;
  /** Views in the seven days before. */
  views_before: number;
  /** The most viewed articles. */
  articles: ArticleViews[];
}

/** Time at which a subscription ends. */
export type When = 'period_end' | 'now';

/** Announced withdrawals, with the members they affect. */
export interface Withdrawals {
  withdrawals: AnnouncedWithdrawal[];
}
