// Written by `cargo xtask gen` from the declared server functions. Do not edit.

import type { Entitlement, JobStatus, MessageState } from './database';

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
  'read-newsletter': { request: Record<string, never>; response: FollowsNewsletter };
  'follow-newsletter': { request: FollowsNewsletter; response: FollowsNewsletter };
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
  'list-files': { request: ListFiles; response: FilesPage };
  'read-file-uses': { request: OneFile; response: MediaFile };
  'remove-file': { request: OneFile; response: Removed };
  'count-unused-files': { request: Record<string, never>; response: UnusedFiles };
  'remove-unused-files': { request: Record<string, never>; response: RemovedFiles };
  'read-overview': { request: Record<string, never>; response: OverviewFigures };
  'read-conversions': { request: ReadConversions; response: Conversions };
}

/** True if a subscription grants access. */
export type AccessFilter = 'granted' | 'none';

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
  /** An id made by the page: the same one again is the same attempt. */
  attempt_id: string;
  /** Answers by question: the ids of the chosen options, or one text. */
  answers: Record<string, string[]>;
}

/** Origin of a visit, as the page knows it. */
export interface Arrival {
  /** The address of the page with the link. */
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

/** Number of times that an article was seen. */
export interface ArticleViews {
  /** `/blog/` and its id. */
  path: string;
  /** Views. */
  views: number;
}

/** An action that was called at least once. */
export interface AuditAction {
  action: string;
  /** The action in Portuguese. */
  label: string;
}

export interface AuditEntry {
  id: string;
  /** Time at which it was written. */
  created_at: string;
  /** Account that acted. `None` for the service key. */
  actor: Named | null;
  action: string;
  /** The action in Portuguese. */
  label: string;
  /** Subject of the action, such as the id of a row. */
  subject: string;
  /** The person it acted on, where it was one. */
  person: Named | null;
  /** The value before: a text, or an object of fields. */
  old: string | Record<string, unknown> | null;
  new: string | Record<string, unknown> | null;
  /** The address the request came from. */
  ip_address: string | null;
}

/** A page of the audit log, and what it can be narrowed to. */
export interface AuditPage {
  /** Newest first. */
  entries: AuditEntry[];
  /** Number of matching entries on all pages. */
  total: number;
  /** Maximum number of entries on a page. */
  per_page: number;
  /** Every action that was ever called, by label. */
  actions: AuditAction[];
  /** Every account that ever acted. */
  actors: Named[];
  /** Rows that these entries mention, by id. */
  names: Record<string, Mentioned>;
}

export interface BanPerson {
  user_id: string;
  /** `null` for good. */
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
  /** Deliveries in the running period. `None` if deliveries of it are not recorded. */
  delivered: Deliveries | null;
}

/** Present entitlements of a person, in the owner's order. Empty without access. */
export interface Benefits {
  /** Lines of the list. */
  lines: Benefit[];
}

export interface CertificateFile {
  certificate_id: string;
  form: Form;
}

/** A charge and whose it is, the amount in centavos. */
export interface Charge {
  /** The provider's. */
  id: string;
  /** The account. */
  user_id: string;
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
  /** True where the sender's plan entitles to priority now. */
  has_priority: boolean;
}

/** Conversions of the period, and of the one before. */
export interface Conversions {
  /** Newsletter addresses. */
  newsletter: Compared;
  /** Messages of the contact form. */
  contact: Compared;
  /** Accounts. */
  account: Compared;
  /** Subscriptions that began and were paid. */
  plan: Compared;
}

/** A stored picture. */
export interface Copied {
  /** Path on this site. */
  url: string;
  width: number;
  height: number;
}

/** Answer to a check of an address. */
export interface CourseAccess {
  /** The courses are open to the address. */
  hasAccess: boolean;
  /** The platform did not answer: this is what was known before. */
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
  plan: string;
  /** Months. */
  months: number;
  /** The reason. */
  reason: string;
  /** Beginning of the grant. */
  starts_at: string | null;
  /** End of the grant. */
  ends_at: string | null;
  /** Time at which it was revoked, if it was. */
  revoked_at: string | null;
  /** Time at which it was granted. */
  created_at: string | null;
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

/** Number of deliveries in a period: 3 of 4. */
export interface Deliveries {
  /** Number of deliveries. */
  done: number;
  /** Number of deliveries that the period owes. */
  due: number;
  /** The next one, where it has a date. */
  next: string | null;
}

export interface DescribeLessonFile {
  lesson_id: string;
}

/** Response with a sentence that says what was done to an account. */
export interface Done {
  message: string;
}

export interface EndMembership {
  user_id: string;
  when: When;
}

export interface EndPersonSessions {
  user_id: string;
  /** `null` for all. */
  session_id: string | null;
}

export interface EndSession {
  /** One of `list-sessions`, or `others`: all but the one that calls. */
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
  /** The code of `/reauthenticate`. */
  nonce?: string;
}

export interface FactorsReset {
  message: string;
  removed: number;
}

export interface FilesPage {
  files: MediaFile[];
  /** End of this page. `None` if it is the last one. */
  next: string | null;
}

/** True if the newsletter goes to the person. */
export interface FollowsNewsletter {
  follows: boolean;
}

/** The forms of a certificate. */
export type Form = 'pdf' | 'png' | 'jwt';

/** A page of the audit log as `list-acts` answered it. */
export interface FormerAuditPage {
  /** The entries under their former name. */
  acts: AuditEntry[];
  /** Newest first. */
  entries: AuditEntry[];
  /** Number of matching entries on all pages. */
  total: number;
  /** Maximum number of entries on a page. */
  per_page: number;
  /** Every action that was ever called, by label. */
  actions: AuditAction[];
  /** Every account that ever acted. */
  actors: Named[];
  /** Rows that these entries mention, by id. */
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
  /** The name to print. */
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

/** One run, as its log has it. */
export interface JobRun {
  /** The id of its row in `job_execution_logs`. */
  id: string;
  /** Name of the job. */
  job_name: string;
  /** Time at which it began. */
  executed_at: string;
  /** Result of the run. */
  status: JobStatus;
  /** Time that it took, in milliseconds. */
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
  /** The codec of the picture: `h264`, `hevc`, `av1`, `vp9`, or its four letters. */
  video: string | null;
  /** The codec of the sound: `aac`, `mp3`, `opus`, or its four letters. */
  audio: string | null;
  /** Pixels. */
  width: number;
  height: number;
  /** Length in seconds. `None` if the file does not give it. */
  seconds: number | null;
  /** Bytes. */
  size: number;
  /** Problems of the file, the worst first. */
  problems: MediaProblem[];
}

/** `null` stands for any. */
export interface ListAuditLog {
  /** The account that acted or was acted on; `program` is the service key. */
  person: string | null;
  /** Action that was called. */
  action: string | null;
  /** Earliest time, inclusive. */
  since: string | null;
  /** Latest time, exclusive. */
  until: string | null;
  /** Page number, from 1. */
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
  /** Words of the name. */
  search: string | null;
  kind: MediaKind | null;
  bucket: MediaBucket | null;
  /** True to list only files that nothing uses. */
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

/** `null` stands for any. */
export interface ListMessages {
  search: string | null;
  state: MessageState | null;
  page: number | null;
}

/** `null` stands for any. */
export interface ListPeople {
  /** Words of the name, the address or the telephone number, blind to case and accents. */
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

/** `null` stands for any queue, and for every state but done and ignored. */
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
  /** The address it was last refreshed from. */
  ip_address: string | null;
  /** `aal1` or `aal2`. */
  aal: string;
  /** Time at which it began. */
  created_at: string;
  /** Time at which it was last begun or refreshed: within the life of an access token of its last use. */
  last_used_at: string;
  /** The session that calls. */
  is_current: boolean;
}

export interface MarkVipRemoval {
  user_id: string;
  /** False takes the mark back. */
  removed: boolean;
}

/** Bucket of a file. */
export type MediaBucket = 'contents' | 'courses';

/** A file of the media library. */
export interface MediaFile {
  id: string;
  bucket: MediaBucket;
  key: string;
  /** Name at the file's source, where it is known. */
  name: string | null;
  mime_type: string;
  /** Bytes. */
  size: number;
  /** Pixels. */
  width: number | null;
  /** Pixels. */
  height: number | null;
  /** Seconds. */
  duration: number | null;
  owner_id: string | null;
  created_at: string;
  /** Time at which its bytes were last replaced. */
  updated_at: string;
  /** True if the caller may put another file in its place here. */
  may_replace: boolean;
  /** True if it stays while nothing uses it. */
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
  /** Empty where it has none yet, or where the caller may not read it. */
  title: string;
  /** Course of a lesson. */
  course: CourseOfLesson | null;
  is_published: boolean;
  is_trashed: boolean;
  /** True if the caller may open its editor. */
  may_open: boolean;
  /** Parts that hold the file, as saved. */
  parts: MediaPart[];
  /** True if words that are not saved yet use it. */
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
  /** `update`, `scale` or `professional`. */
  plan: string | null;
  /** Period that one charge pays for. `None` for a courtesy. */
  period: PlanPeriod | null;
  /** State of the membership. */
  state: MemberState;
  /** The provider's word, `courtesy` or `unknown`. */
  status: string;
  /** Reason why there is access or not, for programs. */
  reason: string | null;
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
  started_at: string | null;
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

/** The result of a refund. */
export interface MembershipRefunded {
  message: string;
  state: RefundState;
}

/** A row that entries mention. */
export interface Mentioned {
  /** The table it is in, where that is known. */
  table: string | null;
  /** Name of the row. A deleted row has the name that an entry has recorded. */
  name: string | null;
  /** Id of the person whose name the row goes by. */
  person: string | null;
  /** True if the row no longer exists. */
  gone: boolean;
}

/** A page of messages. */
export interface MessagesPage {
  /** Unanswered ones with priority first, then the newest. */
  messages: ContactMessage[];
  /** Number of all matching messages. */
  total: number;
  /** Number of messages on a page. */
  per_page: number;
  /** Business hours within which those with priority are answered. */
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

/** A person as the audit log names them. */
export interface Named {
  id: string;
  /** The name, else the address. `None` if the account is gone. */
  name: string | null;
}

export interface NamedPeople {
  /** The requested accounts that exist. */
  people: Named[];
}

/** The account an action is about. */
export interface OfMember {
  user_id: string;
}

/** The account an action is about. */
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
  plan: string;
  period: PlanPeriod | null;
  /** `opening`, `open`, `completed`, `expired` or `failed`. */
  state: string;
  created_at: string | null;
  updated_at: string | null;
}

/** Figures of the last seven days, and of items that wait for staff. */
export interface OverviewFigures {
  visits: WeekOfVisits;
  /** Titles by id of the articles among the visits. */
  titles: ArticleTitle[];
  members: RecentChanges;
  /** Messages of the contact form without an answer. */
  new_messages: number;
  /** Contents that are not published. */
  drafts: number;
  /** Contents that wait for review. */
  waiting_reviews: number;
  /** Reports and texts that wait for a decision. */
  open_cases: number;
  /** Tasks that failed for good. */
  failed_tasks: number;
}

/** One session of a person. */
export interface OwnSession {
  /** Id of the session, as in the `session_id` claim of its tokens. */
  id: string;
  /** `User-Agent` header of the device. */
  user_agent: string | null;
  /** The address it was last refreshed from. */
  ip_address: string | null;
  /** `aal1` or `aal2`. */
  aal: string;
  /** Time at which it began. */
  created_at: string;
  /** Time at which it was last begun or refreshed: within the life of an access token of its last use. */
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

/** A plan with a price. */
export type PaidPlan = 'update' | 'scale' | 'professional';

/** The address of a page of the payment provider. */
export interface PaymentPage {
  url: string;
}

/** The order of the list. Who never signed in comes before all others in time. */
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

/** One account, as a list shows it. */
export interface Person {
  /** The account's id. */
  id: string;
  /** Name of the person. `None` if it is unknown. */
  name: string | null;
  /** The address. */
  email: string | null;
  /** The telephone number, digits only. */
  phone: string | null;
  /** Time at which the account was made. */
  created_at: string;
  /** Time at which the person last signed in. */
  last_sign_in_at: string | null;
  /** True when an address or a telephone number was proved. */
  confirmed: boolean;
  /** Time at which the person was last invited. */
  invited_at: string | null;
  /** Time at which the ban ends. `None` if the person is not banned. */
  banned_until: string | null;
  /** True where signing in asks for more than one proof. */
  second_factor: boolean;
  /** True for a visitor's account without an address. */
  is_anonymous: boolean;
  /** Roles held. */
  roles: Role[];
  /** True while a subscription grants access. */
  access: boolean;
  /** The plan of the subscription, whether it grants access or not. */
  plan: string | null;
}

/** One account in detail, without secrets. */
export interface PersonDetail {
  /** The account's id. */
  id: string;
  /** Name of the person. `None` if it is unknown. */
  name: string | null;
  /** The address. */
  email: string | null;
  /** The telephone number, digits only. */
  phone: string | null;
  /** Time at which the account was made. */
  created_at: string;
  /** Time at which the person last signed in. */
  last_sign_in_at: string | null;
  /** True when an address or a telephone number was proved. */
  confirmed: boolean;
  /** Time at which the person was last invited. */
  invited_at: string | null;
  /** Time at which the ban ends. `None` if the person is not banned. */
  banned_until: string | null;
  /** True where signing in asks for more than one proof. */
  second_factor: boolean;
  /** True for a visitor's account without an address. */
  is_anonymous: boolean;
  /** Roles held. */
  roles: Role[];
  /** True while a subscription grants access. */
  access: boolean;
  /** The plan of the subscription, whether it grants access or not. */
  plan: string | null;
  /** Sign-in methods of the person: `email`, `google`. */
  providers: string[];
  /** The reason of a ban that is in force. */
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
  factor_type: string;
  friendly_name: string | null;
  created_at: string;
}

/** Columns of `passkeys`. */
export interface PersonPasskey {
  id: string;
  friendly_name: string | null;
  created_at: string;
  last_used_at: string | null;
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

/** Time for which one charge pays for. */
export type PlanPeriod = 'month' | 'year';

export interface PreviewPlanChange {
  planType: string;
}

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
  /** Number of attempts left. Null means without limit. */
  attempts_left: number | null;
  questions: Judged[];
  course_progress: number;
  course_completed_at: string | null;
}

/** The period that ends today. */
export interface ReadConversions {
  /** Number of days, 1 to 366. */
  days: number;
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
  created_at: string | null;
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
  /** Chosen by the caller, so that the same request, sent twice, is one refund. */
  id: string;
  user_id: string;
  receipt_id: string;
  /** Amount in centavos. */
  amount: number;
  /** Reason that the audit log keeps. */
  reason: string;
}

/** Right by which money is refunded. */
export type RefundKind = 'withdrawal' | 'guarantee' | 'office';

export interface RefundMembership {
  user_id: string;
  /** Reason that the audit log keeps. */
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
  /** The name to print from now on. */
  holder_name: string;
}

export interface ReissueCertificateFor {
  certificate_id: string;
  /** The name to print from now on. */
  holder_name: string;
  /** True if its months of validity begin anew today, as its course or programme gives them now. */
  is_renewed?: boolean;
}

export interface Removed {
  message: string;
}

export interface RemovedFiles {
  removed: number;
  /** True if it is worth calling again. */
  has_more: boolean;
}

/** Progress of a member in one lesson since the last report. */
export interface Report {
  lesson_id: string;
  /** Seconds into a recording, the page of a document, percent of a text. */
  position: number;
  /** Number of seconds ago the position was measured. */
  seconds_ago?: number;
  /** Parts that were played, in seconds. */
  played?: unknown[][];
  /** The end of a text or document was reached. */
  is_at_end?: boolean;
  /** The button: finished, or not any more. */
  is_finished?: boolean;
}

export interface RequestErasure {
  confirmation: string;
  /** The code of `/reauthenticate`. */
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

/** A role beyond that of a member. */
export type Role = 'admin' | 'moderator' | 'editor' | 'publisher';

/** Filter by role. */
export type RoleFilter = 'admin' | 'moderator' | 'editor' | 'none';

export interface RoleOfPerson {
  user_id: string;
  role: Role;
}

export interface RunJob {
  job_name: string;
}

export interface SaveLessonProgress {
  reports: Report[];
}

/** Progress of the member after the reports. */
export interface Saved {
  lessons: SavedLesson[];
  /** Lessons of which nothing was stored: they are gone, closed, or were never opened. */
  refused: string[];
}

export interface SavedLesson {
  lesson_id: string;
  position: number;
  played_share: number;
  completed_at: string | null;
  course_progress: number;
  course_completed_at: string | null;
  /** True if more was played than the time since the last report allows. It is not counted then. */
  is_too_fast: boolean;
}

export interface Send2faCode {
  user_phone: string;
}

/** A code on its way. */
export interface SentCode {
  /** Telephone number that gets the code: country code first, with a plus. */
  phone: string;
  /** Factor that the code proves. */
  factor_id: string;
  /** Challenge that the code answers. */
  challenge_id: string;
  /** Expiry of the code, in seconds since the epoch. */
  expires_at: number;
}

export interface SessionsEnded {
  message: string;
  ended: number;
}

export interface SettingsApplied {
  message: string;
  values: Record<string, unknown>;
}

/**
 * Choices of the holder: what is shown, and whether the certificate outlives the account. Absent fields stay as they
 * are.
 */
export interface ShowCertificate {
  certificate_id: string;
  shows_name?: boolean;
  shows_lessons?: boolean;
  is_kept?: boolean;
}

/** The present subscription. */
export interface Subscription {
  /** Plan of the subscription. */
  plan: PaidPlan | null;
  /** Period that one charge pays for. `None` for a courtesy. */
  period: PlanPeriod | null;
  /** The provider's word, or `unknown`. */
  status: string;
  /** The end of the running period. */
  current_period_end: string | null;
  /** True where it was canceled for the end of the period. */
  cancel_at_period_end: boolean;
  /** The end of access. `None` if there is no access. */
  access_until: string | null;
  /** Reason of the access or its absence, as a code. */
  access_reason: string | null;
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

export interface TaskRetried {
  message: string;
}

export interface TaskShown {
  queue: string;
  /** Unique in its queue. */
  id: string;
  /** Kind of the task: the subject of an email, the kind of an event, the name of a job. */
  kind: string;
  state: TaskState;
  /** Number of times that it was tried. */
  tries: number;
  created_at: string;
  /** Time at which it is tried next; while it runs, the end of its lease. */
  due_at: string | null;
  settled_at: string | null;
  /** Reason why the last try failed. */
  error: string | null;
}

/** State of a task. One that was never tried and is not due yet is scheduled, not pending. */
export type TaskState = 'scheduled' | 'pending' | 'running' | 'failed' | 'done' | 'ignored';

export interface TasksPage {
  /** Failed ones first, scheduled ones last by their time, the others the newest first. */
  tasks: TaskShown[];
  total: number;
  per_page: number;
  queues: QueueFigures[];
}

/** Files that nothing uses, that no open form can hold and that are not kept. */
export interface UnusedFiles {
  files: number;
  /** Together. */
  bytes: number;
}

export interface ValidateHotmartAccess {
  email: string;
  refresh?: boolean;
}

/** The invitation to the group. */
export interface VipGroupInvitation {
  url: string;
}

/** A person who opened the group. */
export interface VipGroupMember {
  /** The account. */
  id: string;
  /** Name of the person, where it is known. */
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
  /** True where the address of the group is stored. */
  is_set: boolean;
  /** People who have to be removed, who opened it last first. */
  due: VipGroupMember[];
  /** Number of people who have to be removed. */
  total: number;
  /** People who were removed, the last first. */
  removed: VipGroupMember[];
}

export interface Wanted {
  /** An address of the web. */
  url: string;
}

/** Views of the last seven days, today included, and of the seven days before. */
export interface WeekOfVisits {
  /** Views of all pages. */
  views: number;
  /** Views in the seven days before. */
  views_before: number;
  /** The articles that were seen most. */
  articles: ArticleViews[];
}

/** Time at which a subscription ends. */
export type When = 'period_end' | 'now';

/** Announced withdrawals, with the members they affect. */
export interface Withdrawals {
  withdrawals: AnnouncedWithdrawal[];
}
