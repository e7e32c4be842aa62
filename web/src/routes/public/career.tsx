import { paths } from '@/app/pages';
import { Navigate } from '@/lib/router';

/** The former address of the timeline. The server redirects it by itself. */
export default function CareerRoute() {
  return <Navigate to={paths.careerSection} replace />;
}
