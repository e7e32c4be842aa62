import { Clapperboard, FileDown, FileText, Link, type LucideIcon, Mail, Mic } from 'lucide-react';
import type { ContentType } from './content-kind';

/** The icon of each content type, for badges and choices. */
export const CONTENT_KIND_ICONS: Record<ContentType, LucideIcon> = {
  article: FileText,
  video: Clapperboard,
  audio: Mic,
  pdf: FileDown,
  link: Link,
  letter: Mail,
};
