// Written by `cargo xtask gen` from crates/content. Do not edit.

/** Every file by its name: `content/<name>.toml`, served as `/content/<name>.json`. */
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
  /** True while positions and institutions are the ones the file came with: the page then says so. */
  sample: boolean;
  /** The sentence under the name. */
  lede: string;
  /**
   * Where the portrait lies: a file of this site (`/storage/v1/object/public/…`) or an https address. A drawing
   * stands there until there is one.
   */
  portrait?: string;
  /** Where each role of the timeline leads. */
  experience_link: string;
  /** The short facts beside the heading. */
  facts: Fact[];
  /** Who the owner is. */
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

/** A short heading and what it stands for: 'Onde', 'Rio de Janeiro'. */
export interface Fact {
  /** What it is about. */
  term: string;
  /** What is said about it. */
  text: string;
}

/** Who the owner is. */
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
  /** Time for which it lasted: 'a 2022', 'até hoje'. */
  until: string;
  /** The position. */
  position: string;
  /** The company. */
  company: string;
  /** The drawing beside it. */
  icon: RoleIcon;
  /** What it was about. */
  description: string;
  /** What came of it. */
  achievements: string[];
}

/** The drawing beside a role. */
export type RoleIcon = 'building' | 'chart' | 'factory' | 'store' | 'handshake' | 'clipboard';

/** One entry of the education. */
export interface Education {
  /** Its kind. */
  type: EducationType;
  /** What was studied. */
  degree: string;
  /** Where. */
  institution: string;
  /** In which city. */
  location: string;
  /** When. */
  period: string;
  /** What was learned. */
  skills?: string[];
}

export type EducationType = 'mba' | 'executive' | 'master' | 'graduation' | 'specialization';

/** One certification. */
export interface Certification {
  /** Its kind. */
  category: CertificationCategory;
  /** What it certifies. */
  name: string;
  /** Who gave it. */
  institution: string;
  /** When. */
  period: string;
  /** The code it can be checked by. */
  credential_code?: string;
  /** What was learned. */
  skills?: string[];
  /** Where it is shown. */
  link: string;
}

export type CertificationCategory = 'business' | 'sales' | 'leadership' | 'coaching';

/** One area the owner knows. */
export interface Expertise {
  /** The drawing. */
  field: ExpertiseField;
  /** The area. */
  title: string;
  /** What it covers. */
  text: string;
}

/** The drawing of an area. */
export type ExpertiseField = 'converge' | 'horizon' | 'rise' | 'weave' | 'pairs' | 'cadence' | 'orbit' | 'dipole' | 'axes';

/** The end of the page. */
export interface Closing {
  /** The last word. */
  quote: string;
}

/** content/coaching.toml */
export interface CoachingContent {
  /** True while these are the words the file came with. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** For search engines. */
  description: string;
  /** How it is held, and what it costs. The page has no such part without it. */
  format: Fact[];
  /** The areas of development. */
  areas: Points;
  /** How it goes. */
  method: CoachingMethod;
  /** For whom it is. */
  audience: Texts;
  /** What the team notices. */
  results: Changes;
  /** What a client says. */
  testimonial: Quotation;
  /** What buyers ask, and the answers. The page has no such part without them. */
  questions: Question[];
  /** The call at the end. */
  call: CoachingCall;
}

/** A heading over points. */
export interface Points {
  /** The heading. */
  title: string;
  /** The points. Six fill the page's rows evenly. */
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

/** A step of a method, and when it happens. */
export interface Step {
  /** The step. */
  title: string;
  /** What happens. */
  text: string;
  /** And when. */
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

/** How something was, and how it becomes. */
export interface Change {
  /** How it was. */
  before: string;
  /** How it becomes. */
  after: string;
}

/** The testimonial of a page about one service. */
export interface Quotation {
  /** Who speaks. */
  name: string;
  /** What that person does. */
  position: string;
  /** And where. */
  company: string;
  /** The words. */
  content: string;
  /** How the two worked together. */
  relationship: string;
}

/** A question with its answer. */
export interface Question {
  /** What is asked. */
  question: string;
  /** What is answered. */
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
  /** The words of the button. */
  button: string;
}

/** content/contact.toml. The channels come from site.toml. */
export interface ContactContent {
  /** True while these are the words the file came with. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** For search engines. */
  description: string;
  /** Where, when and how fast. */
  facts: Fact[];
}

/** content/contents.toml */
export interface ContentsContent {
  /** True while these are the words the file came with. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** For search engines. */
  description: string;
  /** The list of what the owner recommends. */
  featured: Point;
  /** The way to the page about the method. */
  methodology: MethodologyLink;
  /** The call at the end. */
  call: ContentsCall;
  /** Shown where somebody picks a content for members only. */
  offer: ContentsOffer;
  /** The page of each type. */
  lists: ContentLists;
  /** Where the podcast can be followed, beside its feed. */
  podcast_apps: PodcastApp[];
}

/** The way to the page about the method. */
export interface MethodologyLink {
  /** Its name. */
  title: string;
  /** What it is. */
  text: string;
  /** The words of the link. */
  link: string;
}

/** The call at the end of the hub. */
export interface ContentsCall {
  /** The heading. */
  title: string;
  /** A few sentences. */
  text: string;
  /** The words of the button that opens the chat. */
  button: string;
  /** The words of the link to the contact form. */
  other: string;
}

/** The offer to those who pick a content for members only. */
export interface ContentsOffer {
  /** The heading. */
  title: string;
  /** Goes on after the content's title. */
  text: string;
  /** Under the plans. */
  note: string;
  /** Tells those who were led here for want of a subscription why. */
  notice: string;
}

/** The page of each type that the hub counts and lists. */
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
}

/** The page of one type. */
export interface ContentList {
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** For search engines. */
  description: string;
  /** While there is nothing to list. */
  empty: string;
}

/** An application that carries the podcast. */
export interface PodcastApp {
  /** Its name. */
  name: string;
  /** The podcast's page there. */
  link: string;
}

/** The diagnosis. */
export interface DiagnosisContent {
  /** What is asked of the member before the first question. */
  lede: string;
  /** The five answers, from the least to the most. */
  answers: string[];
  /** What is measured. */
  competences: Competence[];
}

/** One competence, with its questions. */
export interface Competence {
  /** Names it in stored results: never changed, never used for another. */
  id: string;
  /** Its name. */
  title: string;
  /** What it is. */
  text: string;
  /** Courses with one of these tags are recommended where the score is low. */
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
  /** True while these are the words and figures the file came with. */
  sample: boolean;
  /** The top of the page. */
  hero: HomeHero;
  /** The strip of figures. */
  stats: Stat[];
  /** The first one carries the drawing. */
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
  /** A sign in front, or nothing. */
  before: string;
  /** The number. */
  value: string;
  /** A sign behind, or nothing. */
  after: string;
  /** What is counted. */
  label: string;
}

/** A card of the home page. */
export interface ValueCard {
  /** The heading. */
  title: string;
  /** A few sentences. */
  text: string;
  /** The words of its link. */
  link: string;
  /** Where it leads. */
  page: ValuePage;
}

/** Where a card of the home page leads. */
export type ValuePage = 'about' | 'mentoring';

/** The call to schedule. */
export interface HomeCall {
  /** The heading. */
  title: string;
  /** What happens, step by step. */
  steps: string[];
}

/** content/membership.toml */
export interface MembershipContent {
  /** True while these are the words the file came with. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** For search engines. */
  description: string;
  /** The figures of the launch. */
  figures: MembershipFigures;
  /** What there is inside. */
  features: MembershipFeatures;
  /** What only members read, hear and see. */
  exclusive: MembershipExclusive;
  /** The heading of the plans. */
  plans: Point;
  /** The call at the end. */
  call: Call;
}

/** The figures of the launch. */
export interface MembershipFigures {
  /** Says that they are projected. */
  note: string;
  /** All three. */
  items: MembershipFigure[];
}

/** One figure of the launch. */
export interface MembershipFigure {
  /** The number. */
  value: string;
  /** The sign behind it, or nothing. */
  mark: string;
  /** What is counted. */
  label: string;
}

/** What there is inside. */
export interface MembershipFeatures {
  /** The heading. */
  title: string;
  /** Four cards; the first one carries the conversation. */
  items: MembershipFeature[];
  /** What a conversation inside looks like. The first card is words alone without it. */
  preview?: MembershipPreview;
}

/** Something there is inside. */
export interface MembershipFeature {
  /** The heading. */
  title: string;
  /** What it is. */
  text: string;
  /** The entitlement it stands for. */
  right?: Entitlement;
  /** How it is sold; none where it names no entitlement. */
  sold?: Sold;
}

/** What a plan entitles to. Rules require these names, and rows carry them. */
export type Entitlement = 'articles' | 'podcasts' | 'premium_newsletter' | 'updates' | 'community' | 'mobile' | 'courses' | 'lives' | 'masterclasses' | 'certificates' | 'vip_chat' | 'downloads' | 'management_software' | 'dashboards' | 'integrations' | 'priority_support' | 'consultancy' | 'early_access';

/** How an entitlement is sold. */
export interface Sold {
  /** Name of the simplest plan that includes it; none where no plan does. */
  plan?: string;
  /** True where every plan includes it. */
  everywhere: boolean;
  /** True where it does not exist yet. */
  soon: boolean;
}

/** A sample conversation of the community. */
export interface MembershipPreview {
  /** The channel it is held in. */
  channel: string;
  /** Says that it is a sample. */
  note: string;
  /** The post and its answers. */
  posts: PreviewPost[];
}

/** A post of the sample conversation. */
export interface PreviewPost {
  /** Who writes. */
  name: string;
  /** What they do. */
  role: string;
  /** What is written. */
  text: string;
}

/** What only members read, hear and see. */
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
  /** Chooses the drawing. */
  type: ExclusiveType;
  /** The heading. */
  title: string;
  /** What it is. */
  text: string;
  /** The entitlement it stands for. */
  right?: Entitlement;
  /** How it is sold; none where it names no entitlement. */
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
  /** The words of the button. */
  button: string;
}

/** content/mentoring.toml */
export interface MentoringContent {
  /** True while these are the words the file came with. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** For search engines. */
  description: string;
  /** How it is held. */
  format: Fact[];
  /** What changes. */
  benefits: Points;
  /** How it goes. */
  method: MentoringMethod;
  /** For whom it is. */
  profile: MentoringProfile;
  /** What may be expected. */
  results: Texts;
  /** What a client says. */
  testimonial: Quotation;
  /** What buyers ask, and the answers. The page has no such part without them. */
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

/** For whom mentoring is, and for whom not. */
export interface MentoringProfile {
  /** The heading. */
  title: string;
  /** For whom it is. */
  items: string[];
  /** For whom it is not. */
  not_for: string;
}

/** content/methodology.toml */
export interface MethodologyContent {
  /** True while these are the words and figures the file came with. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** For search engines. */
  description: string;
  /** What it stands on. */
  pillars: MethodologyPillars;
  /** What it claims to bring. */
  results: MethodologyResults;
  /** What it comes from. */
  experience: MethodologyExperience;
  /** The call at the end. */
  call: Call;
}

/** What the method stands on. */
export interface MethodologyPillars {
  /** The heading. */
  title: string;
  /** All four. */
  items: MethodologyPillar[];
}

/** One pillar of the method. */
export interface MethodologyPillar {
  /** Its name. */
  title: string;
  /** What it is. */
  text: string;
  /** What exists once it stands. */
  product: string;
}

/** What the method claims to bring. */
export interface MethodologyResults {
  /** The heading. */
  title: string;
  /** What is compared. */
  text: string;
  /** All five. */
  items: MethodologyResult[];
}

/** One claimed result. */
export interface MethodologyResult {
  /** In percent. */
  value: number;
  /** Of what. */
  text: string;
}

/** What the method comes from. */
export interface MethodologyExperience {
  /** A large numeral. */
  value: string;
  /** What it counts. */
  title: string;
  /** A few sentences. */
  text: string;
}

/** content/plans.toml */
export interface PlansContent {
  /** True while these are the words the file came with. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** For search engines. */
  description: string;
  /** Under the plans, wherever they stand. */
  note: string;
  /** How people may pay; `{formas_de_pagamento}` in an answer stands for them. */
  payment_methods: PaymentMethod[];
  /** All four, from the simplest to the most complete. */
  plans: Plan[];
  /** What each plan includes, side by side. */
  comparison: PlanComparison;
  /** What plans lose, each with the day from which. An announced one may stay here or go. */
  withdrawals?: Withdrawal[];
  /** The money-back guarantee. */
  guarantee: Guarantee;
  /**
   * Questions and answers. `{formas_de_pagamento}` in an answer stands for the means of payment, `{acesso_aos_cursos}`
   * for where the courses of this installation are.
   */
  questions: Question[];
  /** Answers 'Recebo nota fiscal?'. The question is asked only where this answer stands. */
  invoice_answer?: string;
}

/** A means of payment. */
export type PaymentMethod = 'card' | 'boleto' | 'pix';

/** A plan, sold by the month unless its price is words, and by the year where it has such a price. */
export interface Plan {
  /** Which one. */
  id: PlanId;
  /** Its name. */
  name: string;
  /** As people read it: 'R$ 47', or 'Sob consulta'. */
  price: string;
  /** Beside a price in figures. */
  period?: string;
  /** The price of a year: 'R$ 470'. Only beside a price of the month in figures. */
  yearly?: string;
  /** For whom it is. */
  description: string;
  /** The one that stands out. */
  popular: boolean;
  /** The mark beside the name. */
  badge?: string;
  /** The words of its button. */
  button: string;
  /** Opens the list of features. */
  includes?: string;
  /** What it includes. */
  features: PlanFeature[];
}

/** The plans there are. Payments know them by these names. */
export type PlanId = 'update' | 'scale' | 'professional' | 'enterprise';

/** Something a plan includes. */
export interface PlanFeature {
  /** What it is. */
  text: string;
  /** The entitlement it stands for. A plan has those of the plans before it, too. */
  right?: Entitlement;
  /** True where it is arranged in a conversation, by a contract of its own. Only in a plan whose price is words. */
  agreed?: boolean;
  /** True where it does not exist yet. Pages get what is so, whatever the file says. */
  soon?: boolean;
}

/** What each plan includes, side by side. */
export interface PlanComparison {
  /** The heading. */
  title: string;
  /** The rows of the table. Pages get one more for each entitlement of a plan that none of them names. */
  rows: PlanComparisonRow[];
}

/** A row of the comparison. */
export interface PlanComparisonRow {
  /** What is compared. */
  feature: string;
  /** The entitlements it stands for. */
  rights: Entitlement[];
  /** One for each plan, in their order. */
  plans: Inclusion[];
}

/** How a plan stands to a row of the comparison. */
export type Inclusion = 'included' | 'soon' | 'no';

/** An entitlement that a plan loses: its members have it until their first renewal from that day on. */
export interface Withdrawal {
  /** The plan that loses it. */
  plan: PlanId;
  /** What it loses. */
  right: Entitlement;
  /** From which day; at least 30 days ahead when it is first written. */
  from: string;
  /** True where the site writes to the members; false where the owner tells them. */
  tell: boolean;
}

/** The money-back guarantee. */
export interface Guarantee {
  /** Time for which it lasts. */
  days: number;
  /** The heading. */
  title: string;
  /** What it covers. */
  text: string;
}

/** content/privacy.toml and content/terms.toml */
export interface LegalContent {
  /** True until the owner has had the text read by a lawyer. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** For search engines, and under the title. */
  description: string;
  /** The day the text last changed, as `2026-11-21`. */
  updated: string;
  /** The text. */
  sections: LegalSection[];
}

/** A section of a legal text. */
export interface LegalSection {
  /** Its anchor in the address. */
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
  /** The owner's name, as the site shows it. */
  name: string;
  /** True where the person and the companies are invented: every page then says so. */
  demonstration?: boolean;
  /** One to three letters for the small mark. */
  monogram: string;
  /** What the owner does, in a few words. */
  role: string;
  /** Where the owner works from. */
  city: string;
  /** For search engines and feeds. */
  description: string;
  /** One sentence about the author, under each article. */
  byline: string;
  /** When an answer can be expected. */
  office_hours: string;
  /** Where else the owner is found. */
  links: SiteLinks;
  /** Who answers for the business before the law. */
  business: Business;
  /** What the chat opens with, by subject. */
  chat: ChatTexts;
  /** True where this installation sells courses on an external platform, too. */
  course_platform: boolean;
}

/** Where else the owner is found. */
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
  /** Where visitors write to, and where the site's own notices go. */
  email: string;
  /** Country and area code and number, digits only. */
  whatsapp: string;
}

/**
 * What Brazilian law wants a site that sells to say about its seller (Decreto 7.962/2013), and who answers for personal
 * data (LGPD, art. 41).
 */
export interface Business {
  /** The company's registered name. */
  legal_name: string;
  /** Its registration, as `12.345.678/0001-95`. */
  cnpj: string;
  /** Street, number, city, state and postal code, in one line. */
  address: string;
  /** For customers. */
  email: string;
  /** For customers, as people read it: `+55 21 2345-6789`. */
  phone: string;
  /** Who answers for personal data ('encarregado'). */
  data_officer: string;
  /** How to reach that person. */
  data_officer_email: string;
}

/** What the chat opens with, by subject. */
export interface ChatTexts {
  /** From the Enterprise plan. */
  enterprise: string;
  /** From the page about the community. */
  membership: string;
  /** From an article. */
  content: string;
  /** From anywhere else. */
  contact: string;
  /** From the page about the method. */
  methodology: string;
  /** From a member who asks for the courses. */
  courses: string;
  /** From the page about the software. */
  waitlist: string;
}

/** content/software.toml */
export interface SoftwareContent {
  /** True while these are the words the file came with. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** For search engines. */
  description: string;
  /** The words of the button that opens the chat. */
  button: string;
  /** What that button does. */
  note: string;
  /** What it consists of. */
  modules: SoftwareModules;
  /** What it does for its users. */
  benefits: Points;
  /** For whom it is. */
  audience: Figure;
  /** What may be expected. */
  results: Figure;
  /** What a user says. */
  testimonial: Quotation;
  /** The waitlist. */
  waitlist: Point;
}

/** A heading over the modules. */
export interface SoftwareModules {
  /** The heading. */
  title: string;
  /** All four. */
  items: SoftwareModule[];
}

/** A module of the software. */
export interface SoftwareModule {
  /** Its drawing. */
  screen: ModuleScreen;
  /** Its name. */
  title: string;
  /** What it does. */
  text: string;
}

/** The drawings a module of the software may have. */
export type ModuleScreen = 'finance' | 'sales' | 'operations' | 'people';

/** A large numeral with its unit, over a list. */
export interface Figure {
  /** The numeral. */
  value: string;
  /** What it counts. */
  unit: string;
  /** The heading. */
  title: string;
  /** The list. */
  items: string[];
}

/** content/solutions.toml */
export interface SolutionsContent {
  /** True while these are the words the file came with. */
  sample: boolean;
  /** The heading. */
  title: string;
  /** The sentence under it. */
  lede: string;
  /** All four, in the order of the page. */
  offers: Offer[];
  /** Which of them serves which situation. */
  guide: OfferingGuide;
}

/** One of the four, in short. */
export interface Offer {
  /** Which one. */
  page: Offering;
  /** Its name. */
  title: string;
  /** What it is. */
  text: string;
  /** How it is held. */
  format: string;
  /** The words of its link. */
  link: string;
}

/** The four ways of working together. */
export type Offering = 'mentoring' | 'coaching' | 'software' | 'community';

/** Which way of working serves which situation. */
export interface OfferingGuide {
  /** The heading. */
  title: string;
  /** The situations. */
  situations: Situation[];
}

/** A situation, and the way of working that serves it. */
export interface Situation {
  /** The situation. */
  text: string;
  /** What serves it. */
  page: Offering;
}

/** content/testimonials.toml */
export interface TestimonialsContent {
  /** True while the owner has not yet put real ones in: each then says so. */
  sample: boolean;
  /** The sixteen of the carousel. */
  testimonials: Testimonial[];
}

/** One of the carousel. */
export interface Testimonial {
  /** Tells it from the others. */
  id: string;
  /** Who speaks. */
  name: string;
  /** What that person does. */
  position: string;
  /** And where. */
  company: string;
  /** The words. */
  content: string;
  /** How the two worked together. */
  relationship: string;
}
