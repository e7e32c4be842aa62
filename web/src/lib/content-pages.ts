/** The shapes of the owner's files for the pages about the work. Keys are the TOML's. */
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
