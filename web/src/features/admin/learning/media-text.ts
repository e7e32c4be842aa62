/** Texts for the findings of the server in the file of a lesson. */
import { durationText, type LessonKind } from '@/entities/course/course';
import { formatNumber } from '@/lib/format';
import type { Media } from './queries';

type Problem = Media['problems'][number];

export interface Said {
  isGood: boolean;
  /** `MP4 com H.264 e AAC, pronto para tocar no celular.` */
  summary: string;
  /** Problems of the file, and their remedies. */
  advice: string[];
}

const FORMATS: Record<Media['format'], string> = {
  mp4: 'MP4',
  mp3: 'MP3',
  wav: 'WAV',
  ogg: 'OGG',
  flac: 'FLAC',
  webm: 'WebM',
  pdf: 'PDF',
  unknown: 'Arquivo desconhecido',
};

const CODECS: Record<string, string> = {
  h264: 'H.264',
  hevc: 'HEVC (H.265)',
  av1: 'AV1',
  vp9: 'VP9',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  pcm: 'PCM',
};

const EXPORT = 'Exporte de novo como MP4 com vídeo H.264 de 8 bits e áudio AAC';

const WANTED: Record<LessonKind, string> = {
  video: 'Esta aula espera um vídeo MP4.',
  audio: 'Esta aula espera um áudio, como MP3 ou M4A.',
  pdf: 'Esta aula espera um documento PDF.',
  text: 'Aulas de texto não têm arquivo.',
  quiz: 'Questionários não têm arquivo.',
};

function adviceOf(problem: Problem, { video, audio }: Media, kind: LessonKind): string {
  const name = (codec: string | null) => (codec ? (CODECS[codec] ?? codec) : '');
  switch (problem) {
    case 'broken':
      return 'O arquivo está incompleto ou danificado e não pode ser lido. Envie-o de novo, ou exporte-o outra vez.';
    case 'wrong_kind':
      return `${WANTED[kind]} O conteúdo deste arquivo é outro, qualquer que seja o nome dele.`;
    case 'no_picture':
      return 'O arquivo não tem imagem. Se a aula é só de áudio, mude o tipo dela para Áudio.';
    case 'video_codec':
      return `O vídeo está em ${name(video)}, que muitos celulares e navegadores não tocam. ${EXPORT}.`;
    case 'deep_colour':
      return `As cores têm mais de 8 bits, o que muitos celulares não tocam. ${EXPORT}.`;
    case 'audio_codec':
      return `O áudio está em ${name(audio)}, que navegadores não tocam. ${EXPORT}.`;
    case 'index_at_end':
      return 'O índice do vídeo está no fim do arquivo: em celulares ele só começa depois de chegar inteiro. Ao exportar, ligue a opção “fast start” (ou “otimizar para a web”).';
    case 'no_length':
      return 'O arquivo não diz quanto dura. Informe a duração nesta aula, em minutos.';
    case 'encrypted':
      return 'O PDF está protegido por senha, e o leitor da aula não consegue abri-lo. Salve uma cópia sem senha e envie de novo.';
  }
}

/** `Vídeo de 1920 × 1080, 12 min, 84 MB` */
export function mediaFacts(media: Media): string {
  const size = media.size / (1024 * 1024);
  const facts = [
    media.width > 0 && `${media.width} × ${media.height}`,
    media.seconds !== null && durationText(media.seconds),
    size >= 1 ? `${formatNumber(size)} MB` : `${formatNumber(Math.max(media.size / 1024, 1))} KB`,
  ];
  return facts.filter(Boolean).join(', ');
}

export function mediaText(media: Media, kind: LessonKind): Said {
  const advice = media.problems.map((problem) => adviceOf(problem, media, kind));
  const format = FORMATS[media.format];
  const codecs = [media.video, media.audio === media.format ? null : media.audio]
    .filter((codec) => codec !== null)
    .map((codec) => CODECS[codec] ?? codec);
  const whole = codecs.length > 0 ? `${format} com ${codecs.join(' e ')}` : format;
  const isGood = advice.length === 0;
  if (media.problems.includes('broken')) return { isGood, summary: `${format} que não pode ser lido.`, advice };
  if (!isGood) return { isGood, summary: `${whole}.`, advice };
  return {
    isGood,
    summary: kind === 'pdf' ? 'PDF, pronto para ler.' : `${whole}, pronto para tocar no celular.`,
    advice,
  };
}
