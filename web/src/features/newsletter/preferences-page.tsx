import { paths } from '@/app/pages';
import { EMAIL_KINDS, type EmailPreference, type EmailPreferences, emailReason } from '@/entities/email-preferences';
import { formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { GoLink } from '@/ui/link';
import { toast } from '@/ui/toast';
import { LinkSheet } from '@/widgets/public-form/link-page';
import type { Notice } from '@/widgets/public-form/outcome';
import { FormNotice, PublicFormFrame } from '@/widgets/public-form/public-form';
import { type Bound, usePublicForm } from '@/widgets/public-form/use-public-form';
import { ON, preferencesForm } from './preferences-form';

interface PreferencesPageProps {
  token: string;
  preferences: EmailPreferences;
  /** Called after a change. */
  onChanged: () => void;
}

/** Page with the kinds of e-mails of an address, each with its reason and a box. */
export function PreferencesPage({ token, preferences, onChanged }: PreferencesPageProps) {
  const { address, kinds, is_test: isTest, suppressed_at: suppressedAt } = preferences;
  return (
    <LinkSheet name={preferencesForm.name} eyebrow="Os seus e-mails" title="O que você recebe" done={false}>
      {isTest ? (
        <p className="mt-4 max-w-[48ch] text-foreground-2">
          Este link veio em um teste. No e-mail de cada leitor, ele abre a página com as escolhas dessa pessoa.
        </p>
      ) : (
        <>
          <p className="mt-4 max-w-[48ch] text-foreground-2">
            Escolhas do endereço <strong className="font-label wrap-anywhere">{address}</strong>. Valem sem entrar na
            conta.
          </p>
          {suppressedAt && <Suppressed since={suppressedAt} />}
          <Kinds token={token} kinds={kinds} onChanged={onChanged} />
        </>
      )}
      <div className="mt-8 flex flex-wrap gap-x-6 gap-y-3 border-t border-border pt-5">
        <GoLink href={paths.letters}>Ler as cartas no site</GoLink>
        <GoLink href={paths.privacy}>Política de privacidade</GoLink>
      </div>
    </LinkSheet>
  );
}

function Suppressed({ since }: { since: string }) {
  return (
    <div className="mt-6">
      <FormNotice
        tone="destructive"
        title={`Nada chega a este endereço desde ${formatDate(since)}`}
        description="O servidor dele recusou os e-mails, ou um deles foi marcado como spam. Salve com uma opção ligada e eles voltam."
      />
    </div>
  );
}

function Kinds({
  token,
  kinds,
  onChanged,
}: Omit<PreferencesPageProps, 'preferences'> & Pick<EmailPreferences, 'kinds'>) {
  const announce = (notice: Notice) => {
    toast(notice);
    if (notice.tone === 'success') onChanged();
  };
  const states = Object.fromEntries(kinds.map(({ kind, follows }) => [kind, follows ? ON : '']));
  const offered = kinds.map(({ kind }) => kind).join(' ');
  const form = usePublicForm(preferencesForm, announce, { token, oferecidas: offered, ...states });
  return (
    <PublicFormFrame form={form} className="mt-6">
      <input type="hidden" name="oferecidas" value={offered} />
      <ul className="border-b border-border">
        {kinds.map((preference) => (
          <Kind key={preference.kind} preference={preference} bound={form.bind(preference.kind)} />
        ))}
      </ul>
      <Button type="submit" busy={form.busy} busyLabel="Salvando..." className="mt-6 max-sm:w-full">
        Salvar
      </Button>
    </PublicFormFrame>
  );
}

function Kind({ preference, bound }: { preference: EmailPreference; bound: Bound }) {
  const { title, about } = EMAIL_KINDS[preference.kind];
  const { name, value, onChange } = bound;
  const reason = emailReason(preference);
  return (
    <li className="border-t border-border py-2">
      <Checkbox
        name={name}
        value={ON}
        checked={value === ON}
        onChange={({ target }) => onChange({ target: { value: target.checked ? ON : '' } })}
      >
        <span className="font-label">{title}</span>
        <span className="block text-foreground-2">{about}</span>
        {reason && <span className="mt-1 block type-meta">{reason}</span>}
      </Checkbox>
    </li>
  );
}
