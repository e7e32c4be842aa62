/** The shapes of the owner's files for the pages about the work. Keys are the TOML's. */
import type { FieldName } from '@/ui/needle-field';
import type { Testimonial } from './content';

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
