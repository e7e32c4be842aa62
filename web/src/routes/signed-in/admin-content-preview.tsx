import '@/styles/article.css';
import '@/styles/signed-in.css';
import { use } from 'react';
import type { PageProps } from '@/app/routes';
import { SessionProvider } from '@/entities/session';
import { AdminGate } from '@/features/accounts/admin/admin-gate';
import { PreviewPage } from '@/features/admin/publishing/contents/preview/preview-page';
import { PhoneFrame } from '@/features/publishing/preview/phone-frame';
import { PreviewArticle } from '@/features/publishing/preview/preview-article';
import { code } from '@/lib/start/code';

const articlePage = code(() => import('../public/article'));

export default function Page({ params: { id = '' } }: PageProps) {
  const { ArticleView } = use(articlePage());
  return (
    <SessionProvider>
      <AdminGate forEditors>
        <PreviewPage id={id}>
          {(content, { isMember, isPhone }) => {
            const article = <PreviewArticle content={content} isMember={isMember} View={ArticleView} />;
            return isPhone ? <PhoneFrame>{article}</PhoneFrame> : article;
          }}
        </PreviewPage>
      </AdminGate>
    </SessionProvider>
  );
}
