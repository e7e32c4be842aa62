import { useState } from 'react';
import { functionAnswer } from '@/lib/functions';
import { navigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { useFocusOnFirstError, useWarningBeforeUnload } from '@/widgets/form-guards';
import { useAction } from '@/widgets/use-action';
import { letterPaths } from '../links';
import { CAMPAIGN_CHANGED, type CampaignView } from '../queries';
import { pauseText } from '../text';
import { DraftClash } from './draft-clash';
import { DraftFields } from './draft-fields';
import { EmailPreview } from './email-preview';
import { type Base, type Draft, draftOf, EMPTY_DRAFT, errorsOf, hasErrors, isChanged, requestOf } from './model';
import { Sending } from './sending';

/** A campaign that is being written; without one, a new one. */
export function DraftPage({ campaign }: { campaign?: CampaignView }) {
  const saved = campaign ? draftOf(campaign) : EMPTY_DRAFT;
  const base = campaign ? { number: campaign.number, version: campaign.version } : null;
  /** Values that are not saved, and what they began with: a later read of the campaign must not hide a clash. */
  const [written, setWritten] = useState<{ draft: Draft; base: Base }>();
  const [theirs, setTheirs] = useState<CampaignView>();
  const draft = written?.draft ?? saved;
  const isDirty = isChanged(draft, saved);
  /** The last test, and what of the campaign it showed. */
  const [test, setTest] = useState<{ email: string; of: string }>();
  const [tried, setTried] = useState(0);
  const form = useFocusOnFirstError(tried);
  const errors = errorsOf(draft);
  const saving = useAction({
    run: async (sent: { draft: Draft; base: Base }) => {
      const answer = await functionAnswer('save-campaign', requestOf(sent.base, sent.draft));
      setTheirs(answer.clash ?? undefined);
      if (!answer.clash) toast({ title: 'O rascunho foi salvo', tone: 'success' });
      return answer;
    },
    failure: 'Não foi possível salvar a campanha.',
    refreshes: CAMPAIGN_CHANGED,
    onDone: ({ number, version, clash }, sent) => {
      if (clash) return;
      // What was written since stays.
      setWritten((now) =>
        now && isChanged(now.draft, sent.draft) ? { ...now, base: { number, version } } : undefined,
      );
      setTried(0);
      if (!campaign) navigate(letterPaths.campaign(number), { replace: true });
    },
  });
  useWarningBeforeUnload(isDirty);
  const pause = campaign?.pause && pauseText(campaign.pause, campaign.pause_reason);
  return (
    <>
      {pause && (
        <p role="alert" className="mb-8 max-w-[70ch] border border-destructive p-5 type-ui">
          <span className="font-label">{pause.title}. </span>
          {pause.text}
        </p>
      )}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried((times) => times + 1);
          if (!hasErrors(errors)) saving.mutate(written ?? { draft, base });
        }}
      >
        <DraftFields
          draft={draft}
          errors={tried > 0 ? errors : {}}
          isTried={tried > 0}
          onChange={(next) => setWritten((before) => ({ draft: next, base: before?.base ?? base }))}
        />
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-4 border-t border-border-strong bg-background py-4">
          <p role="status" className="type-meta">
            {isDirty && campaign ? 'Há alterações que ainda não foram salvas.' : ''}
          </p>
          <Button type="submit" size="small" disabled={!isDirty} busy={saving.isPending} busyLabel="Salvando...">
            Salvar rascunho
          </Button>
        </div>
      </form>
      {theirs && (
        <DraftClash
          mine={draft}
          theirs={draftOf(theirs)}
          at={theirs.updated_at}
          onMine={() => {
            setTheirs(undefined);
            saving.mutate({ draft, base: { number: theirs.number, version: theirs.version } });
          }}
          onTheirs={() => {
            setTheirs(undefined);
            setWritten(undefined);
          }}
        />
      )}
      {campaign && (
        <>
          <EmailPreview
            campaign={campaign}
            isDirty={isDirty}
            onTested={(email) => setTest({ email, of: campaign.updated_at })}
          />
          <Sending
            campaign={campaign}
            isDirty={isDirty}
            tested={test?.of === campaign.updated_at ? test.email : undefined}
          />
        </>
      )}
    </>
  );
}
