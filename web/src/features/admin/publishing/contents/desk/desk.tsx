import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Eye } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { paths } from '@/app/pages';
import { ContentCover } from '@/entities/content-cover';
import type { ContentType } from '@/entities/content-kind';
import { usePanelAccess } from '@/entities/panel-access';
import { NEW_CONTENT, signedInPaths } from '@/entities/signed-in-paths';
import { formatDateTime } from '@/lib/format';
import { presentEntry, useNavigate } from '@/lib/router';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { toast } from '@/ui/toast';
import { useFocusOnFirstError, useWarningBeforeUnload } from '@/widgets/form-guards';
import { CoverField } from '@/widgets/uploads/cover-field';
import { useAction } from '@/widgets/use-action';
import { AddressFields } from '../form/address-fields';
import { BasicFields, changeContentType, Flags, TitleField } from '../form/basic-fields';
import { type FormValues, formSchema, formText, initialValues, withFields } from '../form/model';
import { ScheduleFields } from '../form/schedule-fields';
import { TypePart } from '../form/type-part';
import { CONTENTS, type Content, categoryOptionsQuery } from '../queries';
import { Comments } from '../review/comments';
import { REVIEW_CHANGES, requestReview } from '../review/queries';
import { ReviewState } from '../review/review-state';
import { contentName } from '../text';
import { Clash } from './clash';
import { DraftStatus, Others } from './desk-status';
import type { DraftAnswer } from './draft-saver';
import { removeDraft } from './drafts';
import { LeaveQuestion } from './leave-question';
import { Revisions } from './revisions';
import { SaveButtons } from './save-buttons';
import type { Start } from './start';
import { useBarHeight } from './use-bar-height';
import { useDraft } from './use-draft';
import { useSave } from './use-save';
import { useSaveKey } from './use-save-key';

export interface DeskProps {
  id: string;
  isNew: boolean;
  content: Content | undefined;
  start: Start;
  /** Called when a new content has got an address of its own. */
  onNamed: () => void;
}

export function Desk({ id, isNew, content: loaded, start: first, onNamed }: DeskProps) {
  // A refetch must not replace what is being written.
  const [start] = useState(first);
  const [content, setContent] = useState(loaded);
  // The editor takes its text once: other words need another editor.
  const [edition, setEdition] = useState(0);
  const [sending, setSending] = useState({ cover: false, file: false, text: false });
  const [discarding, setDiscarding] = useState(false);
  const bar = useBarHeight();
  const { publishes } = usePanelAccess();
  // What readers see, or will see at a time, changes only by somebody who may publish.
  const isOpen = publishes || !(content?.is_published || content?.publish_at);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const categories = useQuery(categoryOptionsQuery);
  const form = useForm<FormValues>({
    defaultValues: start.values,
    resolver: zodResolver(formSchema(content !== undefined)),
    shouldFocusError: false,
  });
  const nameAddress = () => {
    if (location.pathname !== signedInPaths.adminContent(NEW_CONTENT)) return;
    history.replaceState(presentEntry(), '', signedInPaths.adminContent(id));
    onNamed();
  };
  const { saver, state, counted } = useDraft(id, isNew, start, form, nameAddress);
  const save = useSave({ id, content, form, saver, publishes, onSaved: setContent });
  const element = useFocusOnFirstError(form.formState.submitCount);
  const [type, category, thumbnail, written] = useWatch({
    control: form.control,
    name: ['content_type', 'category_id', 'thumbnail_url', 'title'],
  });
  const cover = {
    id,
    content_type: type,
    category: categories.data?.find((option) => option.id === category)?.name ?? null,
    thumbnail_url: thumbnail || null,
  };
  const uploading = sending.cover || sending.file || sending.text;
  const asking = useAction({
    run: async () => {
      if (!(await saver.flush())) throw new TypeError('Failed to fetch');
      await requestReview(id);
    },
    done: { title: 'Revisão pedida', description: 'Quem publica vê o seu pedido no painel.', tone: 'success' },
    failure: 'Não foi possível pedir revisão.',
    refreshes: REVIEW_CHANGES,
  });
  const blocked = !category || save.isPending || asking.isPending || uploading;
  useWarningBeforeUnload(uploading || (state.kind === 'failed' && !state.isKept));

  const files = useRef<Partial<Record<ContentType, string>>>({});
  const changeType = (next: ContentType) => {
    // Each type keeps its own file, so that switching types loses nothing.
    files.current[type] = form.getValues('file_url');
    changeContentType(form, next);
    form.setValue('file_url', files.current[next] ?? '');
    form.clearErrors(['body', 'file_url', 'external_link']);
  };
  const show = (values: FormValues) => {
    form.reset(values);
    setEdition(edition + 1);
  };
  useSaveKey(element);
  const isChanged = () => state.kind !== 'unchanged' || formText(form.getValues()) !== formText(initialValues(content));
  /** The tab is opened by the click itself: later the browser would not allow it. */
  const preview = async () => {
    const tab = window.open('', '_blank');
    await saver.flush();
    const address = signedInPaths.adminPreview(id, { isMember: form.getValues('is_member_only'), isPhone: false });
    if (tab) tab.location.href = address;
    else navigate(address);
  };
  const toList = () => navigate(signedInPaths.adminContents());
  const discard = async () => {
    // A save under way would write the draft again, and under another version.
    await saver.discard();
    await removeDraft(id, saver.base.version).catch((error: unknown) => console.error('a draft stays', error));
    void queryClient.invalidateQueries({ queryKey: CONTENTS });
    toList();
  };
  const restored = (answer: DraftAnswer) => {
    if (answer.clash) return saver.meet(answer);
    const values = withFields(answer.fields, form.getValues());
    const base = { version: answer.version, contentVersion: answer.content_version };
    saver.replace(values, base, { kind: 'saved', at: answer.saved_at ?? '' });
    show(values);
    toast({
      title: 'Versão restaurada no formulário',
      description: 'Confira e salve para levar ao site.',
      tone: 'success',
    });
  };
  const submit = form.handleSubmit((values) => (isOpen ? save.mutate(values) : void saver.flush()));
  /** Asks for review. A content that is not public yet is saved first; of a public one, the draft is proposed. */
  const ask = form.handleSubmit((values) =>
    isOpen ? save.mutate(values, { onSuccess: (saved) => saved && asking.mutate() }) : asking.mutate(),
  );
  const publish = () => {
    form.setValue('is_published', true, { shouldDirty: true });
    void submit();
  };
  const title = content ? 'Editar Conteúdo' : 'Novo Conteúdo';
  const buttons = (
    <SaveButtons
      form={`form-${id}`}
      isNew={content === undefined}
      publishes={publishes}
      isOpen={isOpen}
      isBlocked={blocked}
      reason={category ? undefined : `missing-${id}`}
      isSaving={save.isPending}
      isAsking={asking.isPending}
      onAsk={() => void ask()}
    />
  );
  const status = (reasonId?: string) => (
    <div className="flex flex-wrap">
      <DraftStatus state={state} />
      {!category && (
        <p id={reasonId} className="type-meta">
          Escolha uma categoria.
        </p>
      )}
    </div>
  );
  const { submitCount, isSubmitSuccessful } = form.formState;
  const fullScreen = {
    refusal: isSubmitSuccessful ? 0 : submitCount,
    head: (
      <>
        <div className="min-w-0 flex-1">
          <p className="truncate font-label type-ui">{contentName({ title: written })}</p>
          {status()}
        </div>
        {buttons}
      </>
    ),
  };
  return (
    <section aria-label={title}>
      <div
        ref={bar}
        className="sticky top-15 z-10 -mx-2 mt-3 mb-8 border-b border-border bg-background px-2 py-2 lg:top-16"
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:gap-x-1">
          <div className="mr-auto min-w-0 max-sm:w-full">
            <h2 className="type-title-1">{title}</h2>
            {status(`missing-${id}`)}
          </div>
          <Button variant="line" size="small" className="max-sm:px-3" onClick={() => void preview()}>
            <Eye aria-hidden="true" className="size-4" strokeWidth={1.6} />
            <span className="max-sm:sr-only">Pré-visualizar</span>
          </Button>
          <Revisions
            content={id}
            valuesOf={form.getValues}
            baseOf={async () => ((await saver.flush()) ? saver.base : undefined)}
            onRestored={restored}
          />
          <Button
            variant="ghost"
            size="small"
            disabled={save.isPending}
            onClick={() => (isChanged() ? setDiscarding(true) : toList())}
          >
            Cancelar
          </Button>
          {buttons}
        </div>
        <Others content={id} />
      </div>
      {start.recoveredAt !== undefined && state.kind !== 'clash' && (
        <p role="status" className="-mt-3 mb-6 type-ui text-foreground-2">
          Continuamos do que você escreveu em {formatDateTime(start.recoveredAt)}.
          {content?.is_published && ' O texto no site ainda é o anterior.'}
        </p>
      )}
      {content && <ReviewState content={id} isBlocked={blocked} onPublish={publish} />}
      {!isOpen && (
        <p className="-mt-3 mb-6 max-w-[72ch] type-ui text-foreground-2">
          {content?.is_published ? 'Este conteúdo está no site.' : 'Este conteúdo está agendado.'} O que você escrever
          fica salvo aqui, sem mudar o site: peça revisão para que seja publicado.
        </p>
      )}
      <form
        id={`form-${id}`}
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!blocked) void submit(event);
        }}
        className="grid gap-x-10 gap-y-5.5 lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5.5">
          <TitleField form={form} takesFocus={isNew && start.recoveredAt === undefined} />
          <TypePart
            key={edition}
            form={form}
            type={type}
            counted={counted}
            fullScreen={fullScreen}
            onBusyChange={(file) => setSending((before) => ({ ...before, file }))}
            onTextBusyChange={(text) => setSending((before) => ({ ...before, text }))}
          />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5.5 lg:border-l lg:border-border lg:pl-8">
          {content?.is_published && !content.is_member_only && (
            <TextLink href={paths.content(content)} newTab>
              <ExternalLink aria-hidden="true" className="mr-1.5 inline size-4" strokeWidth={1.6} />
              Ver no site
            </TextLink>
          )}
          <Flags form={form} publishes={publishes} />
          {publishes && <ScheduleFields form={form} />}
          {content && <Comments content={id} />}
          <BasicFields form={form} categories={categories} counted={counted} onTypeChange={changeType} />
          <CoverField
            value={cover.thumbnail_url ?? ''}
            onChange={(url) => form.setValue('thumbnail_url', url)}
            onBusyChange={(cover) => setSending((before) => ({ ...before, cover }))}
          >
            <ContentCover content={cover} className="aspect-3/2 w-24 shrink-0" />
          </CoverField>
          <AddressFields form={form} content={content} cover={cover} />
          {form.formState.errors.root && (
            <p role="alert" className="text-small text-destructive">
              {form.formState.errors.root.message}
            </p>
          )}
        </div>
      </form>
      <Clash state={state} mine={form.getValues} onTheirs={show} settle={(...settled) => saver.settle(...settled)} />
      <AlertDialog
        open={discarding}
        onOpenChange={setDiscarding}
        title="Descartar alterações?"
        description={`${content ? 'As alterações que ainda não estão no conteúdo serão apagadas.' : 'O que você escreveu será apagado.'} Para continuar depois, volte à lista sem cancelar: tudo fica salvo.`}
        cancelLabel="Continuar editando"
        actionLabel="Descartar"
        onAction={() => void discard()}
      />
      <LeaveQuestion isSending={uploading} />
    </section>
  );
}
