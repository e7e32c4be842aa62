import type { AboutContent } from '@/generated/content';
import { Certifications } from './certifications';
import { EducationList } from './education';
import { Expertise } from './expertise';
import { AboutSection } from './sections';

/** What the owner has studied, what proves it, and what it serves for. */
export function Learning({
  education,
  certifications,
  expertise,
  sample,
}: Pick<AboutContent, 'education' | 'certifications' | 'expertise' | 'sample'>) {
  return (
    <AboutSection id="formacao-academica">
      <h2 className="type-display-2">Formação Acadêmica</h2>
      {sample && <p className="mt-3 type-meta">Instituições de exemplo</p>}
      <EducationList education={education} />
      <Certifications certifications={certifications} />
      <Expertise expertise={expertise} />
    </AboutSection>
  );
}
