import { typePage } from '@/features/contents/lists/type-page';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';

export default typePage('video', <NewsletterSection />);
