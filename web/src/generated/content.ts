// Written by `cargo xtask gen` from crates/content. Do not edit.

/** All files by name: `content/<name>.toml`, served as `/content/<name>.json`. */
export interface ContentFiles {
  /** content/about.toml */
  about: AboutContent;
  /** content/coaching.toml */
  coaching: CoachingContent;
  /** content/contact.toml */
  contact: ContactContent;
  /** content/contents.toml */
  contents: ContentsContent;
  /** content/diagnosis.toml */
  diagnosis: DiagnosisContent;
  /** content/home.toml */
  home: HomeContent;
  /** content/membership.toml */
  membership: MembershipContent;
  /** content/mentoring.toml */
  mentoring: MentoringContent;
  /** content/methodology.toml */
  methodology: MethodologyContent;
  /** content/plans.toml */
  plans: PlansContent;
  /** content/privacy.toml */
  privacy: LegalContent;
  /** content/site.toml */
  site: SiteContent;
  /** content/software.toml */
  software: SoftwareContent;
  /** content/solutions.toml */
  solutions: SolutionsContent;
  /** content/terms.toml */
  terms: LegalContent;
  /** content/testimonials.toml */
  testimonials: TestimonialsContent;
}

/** content/about.toml */
export interface AboutContent {
  /** True while positions and institutions are sample text, which the page then says. */
  sample: boolean;
  /** The sentence under the name. */
  lede: string;
  /**
   * Address of the portrait: a file of this site (`/storage/v1/object/public/…`) or an https URL. Without one a
   * drawing is shown.
   */
  portrait?: string;
  /** Link of each role in the timeline. */
  experience_link: string;
  /** The short facts beside the heading. */
  facts: Fact[];
  /** Biography of the owner. */
  bio: Bio;
  /** The six principles. */
  principles: Point[];
  /** The six roles, newest first. */
  roles: Role[];
  /** The twelve entries of the education. */
  education: Education[];
  /** The six certifications. */
  certifications: Certification[];
  /** The nine areas. */
  expertise: Expertise[];
  /** The end of the page. */
  closing: Closing;
}

/** A short heading and its text: 'Onde', 'Rio de Janeiro'. */
export interface Fact {
  /** Subject of the fact. */
  term: string;
  /** Statement about the subject. */
  text: string;
}

/** Biography of the owner. */
export interface Bio {
  /** The heading. */
  title: string;
  /** The story. */
  paragraphs: string[];
}

/** A heading with a sentence under it. */
export interface Point {
  /** The heading. */
  title: string;
  /** The sentence. */
  text: string;
}

/** One entry of the professional timeline. */
export interface Role {
  /** The year it began. */
  year: string;
  /** Duration of the role: 'a 2022', 'até hoje'. */
  until: string;
  /** The position. */
  position: string;
  /** The company. */
  company: string;
  /** The drawing beside it. */
  icon: RoleIcon;
  /** Description of the role. */
  description: string;
  /** Achievements in the role. */
  achievements: string[];
}

/** The drawing beside a role. */
export type RoleIcon = 'building' | 'chart' | 'factory' | 'store' | 'handshake' | 'clipboard';

/** One entry of the education. */
export interface Education {
  /** Kind of degree. */
  type: EducationType;
  /** Field of study. */
  degree: string;
  /** Institution that taught it. */
  institution: string;
  /** City of the institution. */
  location: string;
  /** Years of study. */
  period: string;
  /** Skills acquired. */
  skills?: string[];
}

export type EducationType = 'mba' | 'executive' | 'master' | 'graduation' | 'specialization';

/** One certification. */
export interface Certification {
  /** Category of the certification. */
  category: CertificationCategory;
  /** Title of the certification. */
  name: string;
  /** Institution that issued it. */
  institution: string;
  /** Year or years in which it was earned. */
  period: string;
  /** Code by which the certification can be checked. */
  credential_code?: string;
  /** Skills acquired. */
  skills?: string[];
  /** Link to the published certification. */
  link: string;
}

export type CertificationCategory = 'business' | 'sales' | 'leadership' | 'coaching';

/** One area of the owner's expertise. */
export interface Expertise {
  /** The drawing. */
  field: ExpertiseField;
  /** The area. */
  title: string;
  /** Scope of the area. */
  text: string;
}

/** The drawing of an area. */
export type ExpertiseField = 'converge' | 'horizon' | 'rise' | 'weave' | 'pairs' | 'cadence' | 'orbit' | 'dipole' | 'axes';

/** The end of the page. */
export interface Closing {
  /** Closing quotation. */
  quote: string;
}

/** content/coaching.toml */
export interface CoachingContent {
  /** True while the texts are the sample. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** Description for search engines. */
  description: string;
  /** Facts about the format and the price. The page omits this section if the list is empty. */
  format: Fact[];
  /** The areas of development. */
  areas: Points;
  /** Steps of the method. */
  method: CoachingMethod;
  /** Audience of coaching. */
  audience: Texts;
  /** Changes that the team notices. */
  results: Changes;
  /** Testimonial of a client. */
  testimonial: Quotation;
  /** Buyers' questions, with answers. The page omits this section if the list is empty. */
  questions: Question[];
  /** The call at the end. */
  call: CoachingCall;
}

/** A heading over points. */
export interface Points {
  /** The heading. */
  title: string;
  /** The points. Six fill the page's rows. */
  items: Point[];
}

/** The four steps of coaching. */
export interface CoachingMethod {
  /** The heading. */
  title: string;
  /** The sentence under it. */
  text: string;
  /** Assessment, plan, sessions, practice. */
  steps: Step[];
}

/** A step of a method, with its time. */
export interface Step {
  /** The step. */
  title: string;
  /** Description of the step. */
  text: string;
  /** Time of the step. */
  when: string;
}

/** A heading over a list. */
export interface Texts {
  /** The heading. */
  title: string;
  /** The list. */
  items: string[];
}

/** A heading over changes. */
export interface Changes {
  /** The heading. */
  title: string;
  /** The changes. */
  items: Change[];
}

/** State before coaching, and state after it. */
export interface Change {
  /** State before. */
  before: string;
  /** State after. */
  after: string;
}

/** The testimonial of a page about one service. */
export interface Quotation {
  /** Name of the author. */
  name: string;
  /** Position of the author. */
  position: string;
  /** Company of the author. */
  company: string;
  /** Text of the testimonial. */
  content: string;
  /** Working relationship between the author and the owner. */
  relationship: string;
}

/** A question with its answer. */
export interface Question {
  /** The question. */
  question: string;
  /** The answer. */
  answer: string;
}

/** The call at the end of the page about coaching. */
export interface CoachingCall {
  /** Number of minutes, as a large numeral. */
  value: string;
  /** The heading. */
  title: string;
  /** A few sentences. */
  text: string;
  /** Text of the button. */
  button: string;
}

/** content/contact.toml. The channels come from site.toml. */
export interface ContactContent {
  /** True while the texts are the sample. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** Description for search engines. */
  description: string;
  /** Facts beside the heading: place, hours and response time. */
  facts: Fact[];
}

/** content/contents.toml */
export interface ContentsContent {
  /** True while the texts are the sample. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** Description for search engines. */
  description: string;
  /** The list of the owner's recommendations. */
  featured: Point;
  /** The link to the page about the method. */
  methodology: MethodologyLink;
  /** The call at the end. */
  call: ContentsCall;
  /** Offer to visitors who select a content for members. */
  offer: ContentsOffer;
  /** The page of each type. */
  lists: ContentLists;
  /** Applications that carry the podcast, listed beside its feed. */
  podcast_apps: PodcastApp[];
}

/** The link to the page about the method. */
export interface MethodologyLink {
  /** Name of the method. */
  title: string;
  /** Description of the method, in a sentence. */
  text: string;
  /** Text of the link. */
  link: string;
}

/** The call at the end of the hub. */
export interface ContentsCall {
  /** The heading. */
  title: string;
  /** A few sentences. */
  text: string;
  /** Text of the button that opens the chat. */
  button: string;
  /** Text of the link to the contact form. */
  other: string;
}

/** The offer to visitors who select a content for members. */
export interface ContentsOffer {
  /** The heading. */
  title: string;
  /** Text that follows the content's title. */
  text: string;
  /** Note below the plans. */
  note: string;
  /** Explanation for visitors who were redirected here because they have no subscription. */
  notice: string;
}

/** The page of each type that the hub lists. */
export interface ContentLists {
  /** /conteudos/artigos */
  article: ContentList;
  /** /conteudos/videos */
  video: ContentList;
  /** /conteudos/podcasts */
  audio: ContentList;
  /** /conteudos/documentos */
  pdf: ContentList;
  /** /conteudos/links */
  link: ContentList;
  /** /cartas */
  letter: ContentList;
}

/** The page of one type. */
export interface ContentList {
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** Description for search engines. */
  description: string;
  /** Text shown while the list is empty. */
  empty: string;
}

/** An application that carries the podcast. */
export interface PodcastApp {
  /** Name of the application. */
  name: string;
  /** The podcast's page there. */
  link: string;
}

/** The diagnosis. */
export interface DiagnosisContent {
  /** Introduction before the first question. */
  lede: string;
  /** The five answers, in ascending order. */
  answers: string[];
  /** Competences that are measured. */
  competences: Competence[];
}

/** One competence, with its questions. */
export interface Competence {
  /** Id of the competence in stored results. Must never be changed or reused. */
  id: string;
  /** Name of the competence. */
  title: string;
  /** Description of the competence. */
  text: string;
  /** Tags of the courses that are recommended for a low score. */
  tags: string[];
  /** Statements that the member agrees or disagrees with. */
  questions: DiagnosisQuestion[];
}

/** A statement. */
export interface DiagnosisQuestion {
  /** The statement, in the first person. */
  text: string;
}

/** content/home.toml */
export interface HomeContent {
  /** True while the texts and figures are the sample. */
  sample: boolean;
  /** The top of the page. */
  hero: HomeHero;
  /** The strip of figures. */
  stats: Stat[];
  /** Cards. The first one has the drawing. */
  values: ValueCard[];
  /** The call to schedule. */
  call: HomeCall;
}

/** The top of the home page. */
export interface HomeHero {
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
}

/** One figure of the strip: `+70`, `15+`. */
export interface Stat {
  /** Sign before the number, or nothing. */
  before: string;
  /** The number. */
  value: string;
  /** Sign after the number, or nothing. */
  after: string;
  /** Label of the figure. */
  label: string;
}

/** A card of the home page. */
export interface ValueCard {
  /** The heading. */
  title: string;
  /** A few sentences. */
  text: string;
  /** Text of its link. */
  link: string;
  /** Page that the card links to. */
  page: ValuePage;
}

/** Page that a card of the home page links to. */
export type ValuePage = 'about' | 'mentoring';

/** The call to schedule. */
export interface HomeCall {
  /** The heading. */
  title: string;
  /** Steps of the first conversation, in order. */
  steps: string[];
}

/** content/membership.toml */
export interface MembershipContent {
  /** True while the texts are the sample. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** Description for search engines. */
  description: string;
  /** The figures of the launch. */
  figures: MembershipFigures;
  /** Features of the community. */
  features: MembershipFeatures;
  /** Content for members only. */
  exclusive: MembershipExclusive;
  /** The heading of the plans. */
  plans: Point;
  /** The call at the end. */
  call: Call;
}

/** The figures of the launch. */
export interface MembershipFigures {
  /** Note that the figures are projected. */
  note: string;
  /** The three figures. */
  items: MembershipFigure[];
}

/** One figure of the launch. */
export interface MembershipFigure {
  /** The number. */
  value: string;
  /** The sign after the number, or nothing. */
  mark: string;
  /** Label of the figure. */
  label: string;
}

/** Features of the community. */
export interface MembershipFeatures {
  /** The heading. */
  title: string;
  /** Four cards. The first one shows the conversation. */
  items: MembershipFeature[];
  /** Sample conversation of the community. Without one the first card has only text. */
  preview?: MembershipPreview;
}

/** A feature of the community. */
export interface MembershipFeature {
  /** The heading. */
  title: string;
  /** Description of the feature. */
  text: string;
  /** Entitlement that the card is about. */
  right?: Entitlement;
  /** Plans that sell the entitlement. `None` if the card names no entitlement. */
  sold?: Sold;
}

/** Entitlement of a plan. Rules require these names, and rows carry them. */
export type Entitlement = 'articles' | 'podcasts' | 'premium_newsletter' | 'updates' | 'community' | 'mobile' | 'courses' | 'lives' | 'masterclasses' | 'certificates' | 'vip_chat' | 'downloads' | 'management_software' | 'dashboards' | 'integrations' | 'priority_support' | 'consultancy' | 'early_access';

/** Plans that sell an entitlement, and its availability. */
export interface Sold {
  /** Name of the simplest plan that includes it. `None` if no plan does. */
  plan?: string;
  /** True if every plan includes it. */
  everywhere: boolean;
  /** True if it does not exist yet. */
  soon: boolean;
  /** Interval of its deliveries, if it is a recurring benefit. */
  every?: Interval;
}

/** Interval of a recurring benefit. */
export type Interval = 'week' | 'month';

/** A sample conversation of the community. */
export interface MembershipPreview {
  /** Channel of the conversation. */
  channel: string;
  /** Note that the conversation is a sample. */
  note: string;
  /** The post and its answers. */
  posts: PreviewPost[];
}

/** A post of the sample conversation. */
export interface PreviewPost {
  /** Name of the author. */
  name: string;
  /** Occupation of the author. */
  role: string;
  /** Text of the post. */
  text: string;
}

/** Content for members only. */
export interface MembershipExclusive {
  /** The heading. */
  title: string;
  /** The sentence under it. */
  text: string;
  /** Four cards. */
  items: ExclusiveCard[];
}

/** A kind of exclusive content. */
export interface ExclusiveCard {
  /** Drawing of the card. */
  type: ExclusiveType;
  /** The heading. */
  title: string;
  /** Description of the content. */
  text: string;
  /** Entitlement that the card is about. */
  right?: Entitlement;
  /** Plans that sell the entitlement. `None` if the card names no entitlement. */
  sold?: Sold;
}

/** The types of content; each has its drawing. */
export type ExclusiveType = 'article' | 'video' | 'audio' | 'pdf' | 'link';

/** A call at the end of a page, with one button. */
export interface Call {
  /** The heading. */
  title: string;
  /** A few sentences. */
  text: string;
  /** Text of the button. */
  button: string;
}

/** content/mentoring.toml */
export interface MentoringContent {
  /** True while the texts are the sample. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** Description for search engines. */
  description: string;
  /** Facts about the format. */
  format: Fact[];
  /** Benefits for the client. */
  benefits: Points;
  /** Steps of the method. */
  method: MentoringMethod;
  /** Profile of the intended client. */
  profile: MentoringProfile;
  /** Results that a client can expect. */
  results: Texts;
  /** Testimonial of a client. */
  testimonial: Quotation;
  /** Buyers' questions, with answers. The page omits this section if the list is empty. */
  questions: Question[];
  /** The call at the end. */
  call: Call;
}

/** The four steps of mentoring. */
export interface MentoringMethod {
  /** The heading. */
  title: string;
  /** Diagnosis, planning, guided execution, measured results. */
  steps: Step[];
}

/** Audience of mentoring, and its limits. */
export interface MentoringProfile {
  /** The heading. */
  title: string;
  /** Descriptions of people that mentoring suits. */
  items: string[];
  /** Description of people that mentoring does not suit. */
  not_for: string;
}

/** content/methodology.toml */
export interface MethodologyContent {
  /** True while the texts and figures are the sample. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** Description for search engines. */
  description: string;
  /** Pillars of the method. */
  pillars: MethodologyPillars;
  /** Results that the method claims to bring. */
  results: MethodologyResults;
  /** Experience that the method is based on. */
  experience: MethodologyExperience;
  /** The call at the end. */
  call: Call;
}

/** Pillars of the method. */
export interface MethodologyPillars {
  /** The heading. */
  title: string;
  /** The four pillars. */
  items: MethodologyPillar[];
}

/** One pillar of the method. */
export interface MethodologyPillar {
  /** Name of the pillar. */
  title: string;
  /** Description of the pillar. */
  text: string;
  /** Result of the pillar. */
  product: string;
}

/** Results that the method claims to bring. */
export interface MethodologyResults {
  /** The heading. */
  title: string;
  /** Explanation of the comparison behind the figures. */
  text: string;
  /** The five results. */
  items: MethodologyResult[];
}

/** One claimed result. */
export interface MethodologyResult {
  /** Value in percent. */
  value: number;
  /** Measure that the percentage refers to. */
  text: string;
}

/** Experience that the method is based on. */
export interface MethodologyExperience {
  /** A large numeral. */
  value: string;
  /** Unit that the numeral counts. */
  title: string;
  /** A few sentences. */
  text: string;
}

/** content/plans.toml */
export interface PlansContent {
  /** True while the texts are the sample. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** Description for search engines. */
  description: string;
  /** Text under the plans, on every page that shows them. */
  note: string;
  /** Accepted means of payment. `{formas_de_pagamento}` in an answer stands for them. */
  payment_methods: PaymentMethod[];
  /** All four, from the simplest to the most complete. */
  plans: Plan[];
  /** Comparison of the plans. */
  comparison: PlanComparison;
  /** Entitlements that plans lose, each with its first day. An announced entry may stay here or be removed. */
  withdrawals?: Withdrawal[];
  /** The money-back guarantee. */
  guarantee: Guarantee;
  /**
   * Questions and answers. `{formas_de_pagamento}` in an answer stands for the means of payment, and
   * `{acesso_aos_cursos}` for the place of this installation's courses.
   */
  questions: Question[];
  /** Answer to 'Recebo nota fiscal?'. Without it the question is not shown. */
  invoice_answer?: string;
}

/** A means of payment. */
export type PaymentMethod = 'card' | 'boleto' | 'pix';

/** A plan, sold monthly if its price is a number, and yearly if it has a yearly price. */
export interface Plan {
  /** Identifier of the plan. */
  id: PlanId;
  /** Name of the plan. */
  name: string;
  /** Price as shown: 'R$ 47', or 'Sob consulta'. */
  price: string;
  /** Text beside a price in figures. */
  period?: string;
  /** Yearly price: 'R$ 470'. Needs a monthly price in figures. */
  yearly?: string;
  /** Description of the plan's audience. */
  description: string;
  /** True for the highlighted plan. */
  popular: boolean;
  /** Badge beside the name. */
  badge?: string;
  /** Text of its button. */
  button: string;
  /** Introduction to the list of features. */
  includes?: string;
  /** Features of the plan. */
  features: PlanFeature[];
}

/** The plans, by the names that payments use. */
export type PlanId = 'update' | 'scale' | 'professional' | 'enterprise';

/** A feature of a plan. */
export interface PlanFeature {
  /** Description of the feature. */
  text: string;
  /** Entitlement that the feature stands for. A plan includes those of the plans before it. */
  right?: Entitlement;
  /** True if it is agreed on by a separate contract. Needs a plan without a price in figures. */
  agreed?: boolean;
  /** True if it does not exist yet. Pages get the computed value instead. */
  soon?: boolean;
  /** Interval of the deliveries of a recurring benefit. */
  every?: Interval;
}

/** Comparison of the plans, as a table. */
export interface PlanComparison {
  /** The heading. */
  title: string;
  /** Rows of the table. Pages get another one for each entitlement of a plan that no row names. */
  rows: PlanComparisonRow[];
}

/** A row of the comparison. */
export interface PlanComparisonRow {
  /** Name of the compared feature. */
  feature: string;
  /** Entitlements that the row stands for. */
  rights: Entitlement[];
  /** Inclusion in each plan, in the order of the plans. */
  plans: Inclusion[];
}

/** Inclusion of a comparison row's entitlements in a plan. */
export type Inclusion = 'included' | 'each_week' | 'each_month' | 'soon' | 'no';

/** An entitlement that a plan loses: its members have it until their first renewal on or after a day. */
export interface Withdrawal {
  /** The plan that loses the entitlement. */
  plan: PlanId;
  /** Entitlement that is lost. */
  right: Entitlement;
  /** First day of the withdrawal, at least 30 days ahead when it is added. */
  from: string;
  /** True if the site informs the members instead of the owner. */
  tell: boolean;
}

/** The money-back guarantee. */
export interface Guarantee {
  /** Duration of the guarantee in days. */
  days: number;
  /** The heading. */
  title: string;
  /** Scope of the guarantee. */
  text: string;
}

/** content/privacy.toml and content/terms.toml */
export interface LegalContent {
  /** True until a lawyer has reviewed the text. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** Description for search engines, also shown under the title. */
  description: string;
  /** Day of the last change, as `2026-11-21`. */
  updated: string;
  /** The text. */
  sections: LegalSection[];
}

/** A section of a legal text. */
export interface LegalSection {
  /** Anchor of the section in the URL. */
  id: string;
  /** The heading. */
  title: string;
  /** Running text. */
  paragraphs?: string[];
  /** A list, after the running text. */
  items?: string[];
}

/** content/site.toml: part of every page. */
export interface SiteContent {
  /** The owner's name as shown on the site. */
  name: string;
  /** True if person and companies are invented, which every page then says. */
  demonstration?: boolean;
  /** One to three letters for the small mark. */
  monogram: string;
  /** The owner's occupation, in a few words. */
  role: string;
  /** City in which the owner works. */
  city: string;
  /** Description for search engines and feeds. */
  description: string;
  /** One sentence about the author, under each article. */
  byline: string;
  /** Office hours, with the usual response time. */
  office_hours: string;
  /** The owner's profiles and addresses outside the site. */
  links: SiteLinks;
  /** Legal details of the business. */
  business: Business;
  /** Opening texts of the chat, by subject. */
  chat: ChatTexts;
  /** True if this installation also sells courses on an external platform. */
  course_platform: boolean;
}

/** The owner's profiles and addresses outside the site. */
export interface SiteLinks {
  /** The profile on the professional network. */
  professional_network: string;
  /** The recommendations on that profile. */
  recommendations: string;
  /** The photo-sharing profile. */
  photo_profile: string;
  /** The video channel. */
  video_channel: string;
  /** The external scheduling page. */
  scheduling: string;
  /** Address for visitors' messages and for the site's own notices. */
  email: string;
  /** WhatsApp number: country code, area code and number, digits only. */
  whatsapp: string;
}

/**
 * Details that Brazilian law requires of a site that sells (Decreto 7.962/2013), and the data protection officer (LGPD,
 * art. 41).
 */
export interface Business {
  /** The company's registered name. */
  legal_name: string;
  /** Registration number of the company, as `12.345.678/0001-95`. */
  cnpj: string;
  /** Street, number, city, state and postal code, in one line. */
  address: string;
  /** Address for customers. */
  email: string;
  /** Telephone number for customers, in readable form: `+55 21 2345-6789`. */
  phone: string;
  /** Name of the data protection officer ('encarregado'). */
  data_officer: string;
  /** Address of the data protection officer. */
  data_officer_email: string;
}

/** Opening texts of the chat, by subject. */
export interface ChatTexts {
  /** Text for visitors of the Enterprise plan. */
  enterprise: string;
  /** Text for visitors of the page about the community. */
  membership: string;
  /** Text for readers of an article. */
  content: string;
  /** Text for visitors of all other pages. */
  contact: string;
  /** Text for visitors of the page about the method. */
  methodology: string;
  /** Text for members who request access to the courses. */
  courses: string;
  /** Text for visitors of the page about the software. */
  waitlist: string;
}

/** content/software.toml */
export interface SoftwareContent {
  /** True while the texts are the sample. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** Description for search engines. */
  description: string;
  /** Text of the button that opens the chat. */
  button: string;
  /** Note that explains the button's effect. */
  note: string;
  /** Modules of the software. */
  modules: SoftwareModules;
  /** Benefits for the users. */
  benefits: Points;
  /** Audience of the software. */
  audience: Figure;
  /** Results that a user can expect. */
  results: Figure;
  /** Testimonial of a user. */
  testimonial: Quotation;
  /** The waitlist. */
  waitlist: Point;
  /**
   * Day on which the software opened, such as 2027-03-01. Nobody joins the waitlist from then on, and thirty days later
   * it is removed.
   */
  opened?: string;
}

/** A heading over the modules. */
export interface SoftwareModules {
  /** The heading. */
  title: string;
  /** The four modules. */
  items: SoftwareModule[];
}

/** A module of the software. */
export interface SoftwareModule {
  /** Drawing of the module. */
  screen: ModuleScreen;
  /** Name of the module. */
  title: string;
  /** Description of the module. */
  text: string;
}

/** Drawings of the modules. */
export type ModuleScreen = 'finance' | 'sales' | 'operations' | 'people';

/** A large numeral with its unit, over a list. */
export interface Figure {
  /** The numeral. */
  value: string;
  /** Unit of the numeral. */
  unit: string;
  /** The heading. */
  title: string;
  /** The list. */
  items: string[];
}

/** content/solutions.toml */
export interface SolutionsContent {
  /** True while the texts are the sample. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** All four, in the order of the page. */
  offers: Offer[];
  /** Recommendation of a service for each situation. */
  guide: OfferingGuide;
}

/** Summary of a service. */
export interface Offer {
  /** Service that the entry presents. */
  page: Offering;
  /** Name of the service. */
  title: string;
  /** Description of the service. */
  text: string;
  /** Format of the service. */
  format: string;
  /** Text of its link. */
  link: string;
}

/** The four ways of working together. */
export type Offering = 'mentoring' | 'coaching' | 'software' | 'community';

/** Recommendations of a service for each situation. */
export interface OfferingGuide {
  /** The heading. */
  title: string;
  /** The situations. */
  situations: Situation[];
}

/** A situation, and the service that fits it. */
export interface Situation {
  /** The situation. */
  text: string;
  /** Service that fits the situation. */
  page: Offering;
}

/** content/testimonials.toml */
export interface TestimonialsContent {
  /** True while the testimonials are samples, which each then says. */
  sample: boolean;
  /** The sixteen testimonials of the carousel. */
  testimonials: Testimonial[];
}

/** A testimonial of the carousel. */
export interface Testimonial {
  /** Unique id of the testimonial. */
  id: string;
  /** Name of the author. */
  name: string;
  /** Position of the author. */
  position: string;
  /** Company of the author. */
  company: string;
  /** Text of the testimonial. */
  content: string;
  /** Working relationship between the author and the owner. */
  relationship: string;
}
