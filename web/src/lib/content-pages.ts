/** The shapes of the owner's files for the pages about the work. Keys are the TOML's. */
import type { FieldName } from '@/ui/needle-field';
import type { Testimonial } from './content';
import type { ContentType } from './content-kind';

/** Each of these files says whether its words are still the ones it came with. */
interface SampleFile {
  sample: boolean;
}

/** A heading with a sentence under it. */
export interface Point {
  title: string;
  text: string;
}

/** A step of a method, and when it happens. */
export interface Step extends Point {
  when: string;
}

/** A heading over a list. */
export interface Titled<Item> {
  title: string;
  items: Item[];
}

/** The four ways of working together. */
export type Offering = 'mentoring' | 'coaching' | 'software' | 'community';

/** A page with one testimonial of its own. */
interface ServiceFile extends SampleFile {
  title: string;
  lede: string;
  /** For search engines. */
  description: string;
  testimonial: Omit<Testimonial, 'id'>;
}

/** content/solutions.toml */
export interface SolutionsContent extends SampleFile {
  title: string;
  lede: string;
  offers: (Point & { page: Offering; format: string; link: string })[];
  guide: { title: string; situations: { text: string; page: Offering }[] };
}

/** content/mentoring.toml */
export interface MentoringContent extends ServiceFile {
  format: { term: string; text: string }[];
  benefits: Titled<Point>;
  method: { title: string; steps: Step[] };
  profile: Titled<string> & { not_for: string };
  results: Titled<string>;
  call: Point & { button: string };
}

/** content/coaching.toml */
export interface CoachingContent extends ServiceFile {
  areas: Titled<Point>;
  method: Point & { steps: Step[] };
  audience: Titled<string>;
  results: Titled<{ before: string; after: string }>;
  call: Point & { value: string; button: string };
}

/** The drawings a module of the software may have. */
export type ModuleScreen = 'finance' | 'sales' | 'operations' | 'people';

/** content/software.toml */
export interface SoftwareContent extends ServiceFile {
  button: string;
  note: string;
  modules: Titled<Point & { screen: ModuleScreen }>;
  benefits: Titled<Point>;
  audience: Titled<string> & { value: string; unit: string };
  results: Titled<string> & { value: string; unit: string };
  waitlist: Point;
}

export type RoleIcon = 'building' | 'chart' | 'factory' | 'store' | 'handshake' | 'clipboard';

/** One entry of the professional timeline. */
export interface Role {
  year: string;
  until: string;
  position: string;
  company: string;
  description: string;
  achievements: string[];
  icon: RoleIcon;
}

export type EducationType = 'mba' | 'executive' | 'master' | 'graduation' | 'specialization';

export interface Education {
  type: EducationType;
  degree: string;
  institution: string;
  location: string;
  period: string;
  skills?: string[];
}

export type CertificationCategory = 'business' | 'sales' | 'leadership' | 'coaching';

export interface Certification {
  category: CertificationCategory;
  name: string;
  institution: string;
  period: string;
  credential_code?: string;
  skills?: string[];
  link: string;
}

/** content/about.toml */
export interface AboutContent extends SampleFile {
  lede: string;
  /** Where each role of the timeline leads. */
  experience_link: string;
  facts: { term: string; text: string }[];
  bio: { title: string; paragraphs: string[] };
  principles: Point[];
  roles: Role[];
  education: Education[];
  certifications: Certification[];
  expertise: (Point & { field: FieldName })[];
  closing: { quote: string };
}

/** content/contact.toml */
export interface ContactContent extends SampleFile {
  title: string;
  lede: string;
  /** For search engines. */
  description: string;
  facts: { term: string; text: string }[];
}

/** content/privacy.toml and content/terms.toml */
export interface LegalContent extends SampleFile {
  title: string;
  /** For search engines, and under the title. */
  description: string;
  /** The day the text last changed, as `2026-11-21`. */
  updated: string;
  sections: { id: string; title: string; paragraphs?: string[]; items?: string[] }[];
}

/** The types that /conteudos counts and lists. */
export type ListedType = 'article' | 'video' | 'audio';

/** content/contents.toml */
export interface ContentsContent extends SampleFile {
  title: string;
  lede: string;
  /** For search engines. */
  description: string;
  featured: Point;
  methodology: Point & { link: string };
  call: Point & { button: string; other: string };
  /** Shown where somebody picks a content for members only. `text` goes on after the content's title. */
  offer: Point & { note: string; notice: string };
  lists: Record<ListedType, { title: string; lede: string; description: string; empty: string }>;
}

/** content/methodology.toml */
export interface MethodologyContent extends SampleFile {
  title: string;
  lede: string;
  /** For search engines. */
  description: string;
  /** `product` is what exists once the pillar stands. */
  pillars: Titled<Point & { product: string }>;
  /** `value` in percent. */
  results: Point & { items: { value: number; text: string }[] };
  experience: Point & { value: string };
  call: Point & { button: string };
}

export type PlanId = 'update' | 'scale' | 'professional' | 'enterprise';

/** Something a plan includes; `soon` where it does not exist yet. */
export interface PlanFeature {
  text: string;
  soon?: boolean;
}

/** A plan, sold by the month unless its price is words. */
export interface Plan {
  id: PlanId;
  name: string;
  /** As people read it: 'R$ 47', or 'Sob consulta'. */
  price: string;
  /** Beside a price in figures. */
  period?: string;
  description: string;
  /** The one that stands out. */
  popular: boolean;
  badge?: string;
  button: string;
  /** Opens the list of features. */
  includes?: string;
  features: PlanFeature[];
}

/** content/plans.toml */
export interface PlansContent extends SampleFile {
  title: string;
  lede: string;
  /** For search engines. */
  description: string;
  /** Under the plans, wherever they stand. */
  note: string;
  plans: Plan[];
  /** One cell for each plan, in their order: 'sim', 'não' or what is written. */
  comparison: { title: string; rows: { feature: string; soon?: boolean; cells: string[] }[] };
  guarantee: Point & { days: number };
  questions: { question: string; answer: string }[];
}

/** content/membership.toml */
export interface MembershipContent extends SampleFile {
  title: string;
  lede: string;
  /** For search engines. */
  description: string;
  figures: { note: string; items: { value: string; mark: string; label: string }[] };
  features: Titled<Point>;
  exclusive: Point & { items: (Point & { type: ContentType })[] };
  plans: Point;
  call: Point & { button: string };
}
