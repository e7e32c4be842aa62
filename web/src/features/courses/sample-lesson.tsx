import { FileDown } from 'lucide-react';
import { durationText, LESSON_KINDS } from '@/entities/course/course';
import { CourseCover } from '@/entities/course/course-cover';
import { StoredHtml } from '@/entities/stored-html';
import { ButtonLink } from '@/ui/link';
import { AudioPlayer } from '@/ui/player/audio-player';
import { VideoPlayer } from '@/ui/player/video-player';
import type { PublicCourse, Sample } from './queries';

/** Visitors read the files of samples at their public addresses. */
const publicAddress = (file: string): string => file.replace('/object/authenticated/', '/object/public/');

/** The lesson of a course that is open to everybody. */
export function SampleLesson({ course, sample }: { course: PublicCourse; sample: Sample }) {
  return (
    <section id="amostra" aria-labelledby="sample" className="scroll-mt-(--header-h) py-(--sp-section)">
      <div className="wrap">
        <div className="grid-page gap-y-8 border-t border-border-strong pt-5">
          <p className="col-span-full font-label type-ui lg:col-span-3">Aula de amostra</p>
          <div className="col-span-full min-w-0 lg:col-span-9 lg:col-start-4">
            <h2 id="sample" className="type-display-3">
              {sample.title}
            </h2>
            <p className="mt-2 type-meta">
              {LESSON_KINDS[sample.kind]}
              {sample.duration_seconds > 0 && ` · ${durationText(sample.duration_seconds)}`} · aberta a todos
            </p>
            <div className="mt-6 grid grid-cols-1 gap-8">
              {sample.file_url && <SampleFile course={course} sample={sample} file={publicAddress(sample.file_url)} />}
              {sample.body && <StoredHtml html={sample.body} className="rich without-initial" />}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}

function SampleFile({ course, sample, file }: { course: PublicCourse; sample: Sample; file: string }) {
  const { id, kind, title, duration_seconds: seconds } = sample;
  if (kind === 'video') {
    const cover = <CourseCover course={course} className="absolute inset-0 size-full" />;
    return <VideoPlayer id={id} src={file} title={title} cover={cover} />;
  }
  if (kind === 'audio') {
    return (
      <AudioPlayer
        id={id}
        src={file}
        title={title}
        length={durationText(seconds)}
        className="max-w-(--measure) border-y border-border py-5"
      />
    );
  }
  return (
    <ButtonLink href={file} newTab variant="line" className="justify-self-start">
      <FileDown aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      Abrir o PDF
    </ButtonLink>
  );
}
