import { useSite } from '@/lib/site';
import { TextLink } from '@/ui/link';

/** Who decides about personal data, and who answers for them (LGPD, arts. 9 and 41). */
export function Controller() {
  const { business } = useSite();
  return (
    <dl className="mt-8 grid max-w-152 gap-x-8 gap-y-5 sm:grid-cols-2">
      <div className="grid content-start gap-0.5">
        <dt className="type-meta">Controlador</dt>
        <dd className="type-ui">
          {business.legal_name}
          <br />
          CNPJ {business.cnpj}
        </dd>
        <dd className="mt-1 type-meta">{business.address}</dd>
      </div>
      <div className="grid content-start gap-0.5">
        <dt className="type-meta">Encarregado pelos dados</dt>
        <dd className="type-ui">{business.data_officer}</dd>
        <dd className="type-ui">
          <TextLink href={`mailto:${business.data_officer_email}`}>{business.data_officer_email}</TextLink>
        </dd>
      </div>
    </dl>
  );
}
