import { paths } from '@/app/pages';
import { Navigate } from '@/lib/router';

/** The address of the timeline before it was part of another page. The server answers it with 301 by itself. */
export default function CareerRoute() {
  return <Navigate to={paths.careerSection} replace />;
}
