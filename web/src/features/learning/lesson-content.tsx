import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useClosedPictures } from '@/entities/closed-pictures';
import { CourseCover } from '@/entities/course/course-cover';
import { playInPlace } from '@/entities/external/embeds';
import { StoredHtml } from '@/entities/stored-html';
import { useSearchParams } from '@/lib/router';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink } from '@/ui/link';
import type { Memory } from '@/ui/player/controls/position';
import { DocumentReader } from '@/widgets/document-reader';
import { Recording } from '@/widgets/recording';
import { useAction } from '@/widgets/use-action';
import { saveSettings } from './actions';
import { FloatingButton } from './floating-button';
import { readPending } from './pending';
import { Follower } from './played';
import type { Reporter } from './progress-reporter';
import {
  type LearningSettings,
  type Lesson,
  learningKeys,
  lessonFileQuery,
  type OpenedLesson,
  type WholeCourse,
} from './queries';
import { QuizForm } from './quiz-form';
import { durationText } from './text';
import { Captioned } from './transcript/captioned';
import { keepVolume, keptVolume } from './volume';

export interface LessonContentProps {
  lesson: Lesson;
  opened: OpenedLesson;
  course: WholeCourse;
  userId: string;
  settings: LearningSettings | undefined;
  reporter: Reporter;
  /** Reports the position of a recording, in seconds. */
  onPosition: (seconds: number) => void;
  onEnded: () => void;
  /** A quiz was passed at that instant. */
  onPassed: (at: string) => void;
}

export function LessonContent(props: LessonContentProps) {
  const { lesson, opened, reporter, onPassed } = props;
  return (
    <div className="mt-7 grid grid-cols-1 gap-8">
      {opened.file_url && <LessonFile {...props} file={opened.file_url} />}
      {opened.body && <LessonText lesson={lesson} html={opened.body} reporter={reporter} />}
      {opened.quiz && <QuizForm lesson={lesson.id} quiz={opened.quiz} onPassed={onPassed} />}
    </div>
  );
}

/** The second that the address names, of a place found by search. */
function useAskedPlace(): number | undefined {
  const [params] = useSearchParams();
  const seconds = Number(params.get('t') ?? Number.NaN);
  return seconds >= 0 ? seconds : undefined;
}

/** A recording that is nearly over begins anew. */
const END_SECONDS = 15;
/** Time for which somebody who jumped has to stay before the place is sent. */
const JUMP_MS = 1000;

function LessonFile({ file, ...props }: LessonContentProps & { file: string }) {
  const { lesson, opened, course, userId, reporter, onEnded } = props;
  const link = useQuery(lessonFileQuery(lesson.id, file));
  // What this browser could not send yet is newer than what the server knows.
  const left = readPending(userId)[lesson.id]?.position ?? opened.position;
  const asked = useAskedPlace();
  if (link.isError) {
    return (
      <ErrorNotice
        title="Não foi possível abrir o arquivo da aula."
        description="A conexão falhou, ou o seu acesso mudou."
        onRetry={() => void link.refetch()}
      />
    );
  }
  if (!link.data) return null;
  if (lesson.kind === 'pdf') {
    return (
      <div className="grid gap-4">
        <DocumentReader
          src={link.data}
          title={lesson.title}
          page={left > 1 ? left : undefined}
          onPage={(page, pages) => {
            const isAtEnd = page === pages;
            reporter.note({ position: page, played: [], isAtEnd }, isAtEnd);
            if (isAtEnd) onEnded();
          }}
          onRetry={() => void link.refetch()}
        />
        <ButtonLink href={link.data} newTab variant="line" size="small" className="justify-self-start">
          <FileDown aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          Abrir o PDF
        </ButtonLink>
      </div>
    );
  }
  const isNearEnd = lesson.duration_seconds > 0 && lesson.duration_seconds - left < END_SECONDS;
  return (
    <Followed {...props}>
      <Captioned
        captions={opened.captions}
        title={lesson.title}
        userId={userId}
        settings={props.settings}
        player={({ tracks, tools }) => (
          <Recording
            id={lesson.id}
            kind={lesson.kind === 'audio' ? 'audio' : 'video'}
            title={lesson.title}
            length={durationText(lesson.duration_seconds)}
            cover={<CourseCover course={course} className="absolute inset-0 size-full" />}
            src={link.data}
            renew={async () => (await link.refetch()).data}
            memory={noMemory(asked ?? (left > 0 && !isNearEnd ? left : undefined))}
            tracks={tracks}
            tools={
              <>
                {tools}
                <FloatingButton />
              </>
            }
          />
        )}
      />
    </Followed>
  );
}

/** The place is reported by `Followed`. */
const noMemory = (left: number | undefined): Memory => ({ left, keep: () => undefined });

/** Follows the recording inside: reports what is played, and keeps the member's speed and volume. */
function Followed({
  userId,
  reporter,
  settings,
  onPosition,
  onEnded,
  children,
}: LessonContentProps & { children: React.ReactNode }) {
  const follower = useRef(new Follower());
  const jumped = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { onPlay, keepRate } = useKeptSound(userId, settings);
  const report = (media: HTMLMediaElement, now: boolean) => {
    reporter.note({ position: media.currentTime, played: follower.current.take(), isAtEnd: false }, now);
  };
  const begun = useRef<HTMLMediaElement>(undefined);
  useEffect(() => {
    // Before the reporter sends what was noted last: a recording announces its time four times a second at most.
    const onLeave = () => {
      const media = begun.current;
      if (document.visibilityState !== 'hidden' || !media) return;
      follower.current.look(media.currentTime, !media.paused);
      reporter.note({ position: media.currentTime, played: follower.current.take(), isAtEnd: false });
    };
    document.addEventListener('visibilitychange', onLeave, { capture: true });
    return () => {
      document.removeEventListener('visibilitychange', onLeave, { capture: true });
      clearTimeout(jumped.current);
    };
  }, [reporter]);
  const mediaOf = (event: React.SyntheticEvent) =>
    event.target instanceof HTMLMediaElement ? event.target : undefined;
  return (
    <div
      onPlayCapture={(event) => {
        const media = mediaOf(event);
        if (!media) return;
        begun.current = media;
        onPlay(media);
      }}
      onRateChangeCapture={(event) => {
        const media = mediaOf(event);
        if (media) keepRate(media);
      }}
      onVolumeChangeCapture={(event) => {
        const media = mediaOf(event);
        if (media && !media.muted) keepVolume(media.volume);
      }}
      onTimeUpdateCapture={(event) => {
        const media = mediaOf(event);
        if (!media || media.seeking) return;
        follower.current.look(media.currentTime, !media.paused);
        onPosition(media.currentTime);
        if (!media.paused) report(media, false);
      }}
      onSeekedCapture={(event) => {
        const media = mediaOf(event);
        if (!media) return;
        follower.current.jump(media.currentTime);
        if (media.played.length === 0) return;
        report(media, false);
        // Somebody who looks for a place jumps often: only the last one is sent.
        clearTimeout(jumped.current);
        jumped.current = setTimeout(() => report(media, true), JUMP_MS);
      }}
      onPauseCapture={(event) => {
        const media = mediaOf(event);
        if (!media) return;
        follower.current.look(media.currentTime, false);
        report(media, true);
      }}
      onEndedCapture={(event) => {
        const media = mediaOf(event);
        if (media) report(media, true);
        onEnded();
      }}
    >
      {children}
    </div>
  );
}

/**
 * The speed of the last lesson, and the volume of this browser: set when a recording begins, and remembered when
 * changed.
 */
function useKeptSound(userId: string, settings: LearningSettings | undefined) {
  const queryClient = useQueryClient();
  const isBegun = useRef(false);
  const playing = useRef<HTMLMediaElement>(undefined);
  const saving = useAction({
    run: (rate_percent: number) => saveSettings(userId, { rate_percent }),
    failure: 'Não foi possível salvar a velocidade.',
  });
  const rate = settings && settings.rate_percent / 100;
  const begin = useCallback(() => {
    if (isBegun.current || !playing.current || rate === undefined) return;
    isBegun.current = true;
    playing.current.playbackRate = rate;
  }, [rate]);
  // The settings may come after the recording began.
  useEffect(begin, [begin]);
  return {
    onPlay: (media: HTMLMediaElement) => {
      if (!playing.current) media.volume = keptVolume();
      playing.current = media;
      begin();
    },
    keepRate: (media: HTMLMediaElement) => {
      const percent = Math.round(media.playbackRate * 100);
      if (!settings || percent === settings.rate_percent) return;
      // Chosen before it plays.
      isBegun.current = true;
      queryClient.setQueryData<LearningSettings>(learningKeys.settings, { ...settings, rate_percent: percent });
      saving.mutate(percent);
    },
  };
}

/** A text, and how much of it has passed the lower edge of the window. */
function LessonText({ lesson, html, reporter }: { lesson: Lesson; html: string; reporter: Reporter }) {
  const body = useRef<HTMLDivElement>(null);
  const isText = lesson.kind === 'text';
  const shown = useClosedPictures(html, !lesson.is_sample);
  useEffect(() => {
    if (!isText) return;
    let furthest = 0;
    const look = () => {
      const text = body.current?.getBoundingClientRect();
      if (!text?.height) return;
      const read = Math.min(100, Math.round(((window.innerHeight - text.top) / text.height) * 100));
      if (read <= furthest) return;
      furthest = read;
      reporter.note({ position: read, played: [], isAtEnd: read === 100 }, false);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [isText, reporter]);
  return (
    <StoredHtml ref={body} html={shown} className={isText ? 'rich' : 'rich without-initial'} onClick={playInPlace} />
  );
}
