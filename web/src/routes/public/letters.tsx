import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { typePage } from '@/features/publishing/lists/type-page';

export default typePage('letter', <NewsletterSection />);
