/** Captions in WebVTT (https://www.w3.org/TR/webvtt1/). */

/** A spoken line, with its start and end in seconds. */
export interface CaptionLine {
  from: number;
  until: number;
  text: string;
}

const TIME = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;

/** The instant in milliseconds; undefined where it is none. */
export function captionInstant(text: string): number | undefined {
  const found = TIME.exec(text);
  if (!found) return undefined;
  const [, hours = '0', minutes, seconds, milliseconds] = found;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(milliseconds);
}

/** The two instants of a line `00:01.000 --> 00:04.000 align:start`, in milliseconds. */
export function captionTimes(line: string): [begin: number | undefined, end: number | undefined] {
  const [from = '', rest = ''] = line.split('-->', 2);
  const [until = ''] = rest.trim().split(/\s+/, 1);
  return [captionInstant(from.trim()), captionInstant(until)];
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

/** Removes the tags and entities of WebVTT. */
const plain = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** The lines of a transcript. What has no readable time is left out. */
export function captionLines(captions: string): CaptionLine[] {
  const blocks = captions.replace(/\r\n?/g, '\n').split(/\n{2,}/);
  return blocks.flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    const [begin, end] = captionTimes(lines[at] ?? '');
    const text = plain(lines.slice(at + 1).join(' '));
    return begin === undefined || end === undefined || !text ? [] : [{ from: begin / 1000, until: end / 1000, text }];
  });
}
