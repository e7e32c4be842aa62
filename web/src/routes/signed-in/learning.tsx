import { CataloguePage, useCatalogueFilters } from '@/features/learning/catalogue-page';
import { LearningColumn, LearningStrip } from '@/features/learning/learning-menu';
import { MembersGate } from '@/features/members/gates';
import { MembersFrame } from '../members-frame';

export default function Page() {
  const { category } = useCatalogueFilters();
  return (
    <MembersFrame title="Aprendizagem" gate={MembersGate} aside={() => <LearningColumn category={category} />}>
      {({ user }) => (
        <>
          <LearningStrip category={category} />
          <CataloguePage userId={user.id} />
        </>
      )}
    </MembersFrame>
  );
}
