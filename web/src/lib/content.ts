/** The owner's words: content/*.toml, served as JSON in the same shape. Keys are the TOML's. */
import { queryOptions } from '@tanstack/react-query';
import type {
  AboutContent,
  CoachingContent,
  ContactContent,
  ContentsContent,
  LegalContent,
  MembershipContent,
  MentoringContent,
  MethodologyContent,
  PlansContent,
  SoftwareContent,
  SolutionsContent,
} from './content-pages';
import { fetchJson } from './http';

export type ChatTopic = 'enterprise' | 'membership' | 'content' | 'contact' | 'methodology' | 'courses' | 'waitlist';

/** content/site.toml */
export interface SiteContent {
  name: string;
  monogram: string;
  role: string;
  city: string;
  description: string;
  /** One sentence about the author, under each article. */
  byline: string;
  office_hours: string;
  links: {
    professional_network: string;
    recommendations: string;
    photo_profile: string;
    video_channel: string;
    scheduling: string;
    email: string;
    /** Country and area code and number, digits only. */
    whatsapp: string;
  };
  /** Who answers for the business before the law. */
  business: {
    legal_name: string;
    cnpj: string;
    /** In one line. */
    address: string;
    email: string;
    phone: string;
    /** Who answers for personal data. */
    data_officer: string;
    data_officer_email: string;
  };
  /** What the chat opens with, by subject. */
  chat: Record<ChatTopic, string>;
}

/** content/home.toml */
export interface HomeContent {
  hero: { title: string; lede: string };
  stats: { before: string; value: string; after: string; label: string }[];
  values: { title: string; text: string; link: string; page: 'about' | 'mentoring' }[];
  call: { title: string; steps: string[] };
}

export interface Testimonial {
  id: string;
  name: string;
  position: string;
  company: string;
  content: string;
  relationship: string;
}

/** content/testimonials.toml */
export interface TestimonialsContent {
  /** True while the owner has not yet put real ones in: each then says so. */
  sample: boolean;
  testimonials: Testimonial[];
}

interface ContentFiles {
  home: HomeContent;
  testimonials: TestimonialsContent;
  about: AboutContent;
  solutions: SolutionsContent;
  mentoring: MentoringContent;
  coaching: CoachingContent;
  software: SoftwareContent;
  contact: ContactContent;
  contents: ContentsContent;
  methodology: MethodologyContent;
  plans: PlansContent;
  membership: MembershipContent;
  privacy: LegalContent;
  terms: LegalContent;
}

/** One of the owner's files. It changes with a deploy, so once read it stays. */
export function contentQuery<Name extends keyof ContentFiles>(name: Name) {
  return queryOptions({
    queryKey: ['content', name],
    queryFn: ({ signal }) => fetchJson<ContentFiles[Name]>(`/content/${name}.json`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The address that opens the chat with the words for a subject. */
export function chatUrl(site: SiteContent, topic: ChatTopic): string {
  return `https://wa.me/${site.links.whatsapp}?text=${encodeURIComponent(site.chat[topic])}`;
}
