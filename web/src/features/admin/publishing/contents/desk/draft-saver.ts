/**
 * Saves a form as a draft: in this browser at each change, on the server once typing pauses. One save at a time, none where
 * nothing changed, and none after a clash until it is settled.
 */
import { type FormValues, formText, initialValues, withFields } from '../form/model';
import type { Base } from './local-copy';

/** Time from the last key to a save on the server. */
export const PAUSE_MS = 3_000;
/** Time after which a failed save is tried again. */
const RETRY_MS = 10_000;

export interface DraftAnswer {
  version: number;
  content_version: number;
  saved_at: string | null;
  clash: boolean;
  fields: unknown;
  author_id: string | null;
  /** The reading time of the text. */
  counted_read_time: string | null;
}

export type DraftState =
  | { kind: 'unchanged' }
  | { kind: 'waiting' | 'saving' | 'failed'; isKept: boolean }
  | { kind: 'saved'; at: string }
  | { kind: 'clash'; answer: DraftAnswer };

export interface DraftPorts {
  /** Sends a draft to the server. */
  send: (values: FormValues, base: Base) => Promise<DraftAnswer>;
  /** Keeps a copy in this browser. Returns `false` if that is not possible. */
  keep: (values: FormValues, base: Base) => boolean;
  drop: () => void;
  onState: (state: DraftState) => void;
}

export class DraftSaver {
  private latest: FormValues;
  /** Text that the server has. */
  private savedText: string;
  /** Text that was sent without an answer: the server may have it. */
  private unanswered: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<boolean> | undefined;

  constructor(
    saved: FormValues,
    private current: Base,
    private readonly ports: DraftPorts,
    private state: DraftState = { kind: 'unchanged' },
  ) {
    this.latest = saved;
    this.savedText = formText(saved);
  }

  get base(): Base {
    return this.current;
  }

  private set(state: DraftState): void {
    this.state = state;
    this.ports.onState(state);
  }

  private get isPending(): boolean {
    return formText(this.latest) !== this.savedText;
  }

  /** The form holds other values. */
  change(values: FormValues): void {
    if (formText(values) === formText(this.latest)) return;
    this.latest = values;
    const isKept = this.ports.keep(values, this.current);
    if (this.state.kind === 'clash') return;
    const isSaid = this.state.kind === 'waiting' && this.state.isKept === isKept;
    if (!this.running && !isSaid) this.set({ kind: 'waiting', isKept });
    this.wait(PAUSE_MS);
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), ms);
  }

  /** Saves what is not saved yet; true once the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    if (this.running) await this.running;
    while (this.isPending && this.state.kind !== 'clash') {
      this.running ??= this.save().finally(() => {
        this.running = undefined;
      });
      if (!(await this.running)) return false;
    }
    return this.state.kind !== 'clash';
  }

  private async save(): Promise<boolean> {
    const values = this.latest;
    this.set({ kind: 'saving', isKept: true });
    try {
      const answer = await this.ports.send(values, this.current);
      const stored = this.storedText(values, answer);
      if (stored === undefined) {
        this.set({ kind: 'clash', answer });
        return false;
      }
      this.current = { version: answer.version, contentVersion: answer.content_version };
      this.savedText = stored;
      this.unanswered = undefined;
      if (this.isPending) this.ports.keep(this.latest, this.current);
      else this.ports.drop();
      this.set({ kind: 'saved', at: answer.saved_at ?? '' });
      return true;
    } catch (error) {
      console.warn('the draft could not be saved', error);
      this.unanswered = formText(values);
      this.set({ kind: 'failed', isKept: this.ports.keep(this.latest, this.current) });
      this.wait(RETRY_MS);
      return false;
    }
  }

  /** Returns the text that the server has after a save, or `undefined` if it has another person's words. */
  private storedText(sent: FormValues, answer: DraftAnswer): string | undefined {
    const text = formText(sent);
    if (!answer.clash) return text;
    if (answer.content_version !== this.current.contentVersion) return undefined;
    const stored = formText(withFields(answer.fields, initialValues(undefined)));
    return stored === text || stored === this.unanswered ? stored : undefined;
  }

  get isClashing(): boolean {
    return this.state.kind === 'clash';
  }

  /** Reports a clash: another person has saved other words. */
  meet(answer: DraftAnswer): void {
    clearTimeout(this.timer);
    this.set({ kind: 'clash', answer });
  }

  /** One of two versions was chosen: goes on from what the server has. */
  settle(theirs: FormValues, answer: DraftAnswer, takes: 'mine' | 'theirs'): void {
    const base = { version: answer.version, contentVersion: answer.content_version };
    if (takes === 'mine') this.rebase(theirs, base);
    else this.replace(theirs, base);
  }

  /** Goes on from another base: after a saved content, a restored version or a settled clash. */
  rebase(saved: FormValues, base: Base, state: DraftState = { kind: 'unchanged' }): void {
    clearTimeout(this.timer);
    this.current = base;
    this.savedText = formText(saved);
    this.set(state);
    if (this.isPending) {
      this.ports.keep(this.latest, base);
      this.wait(0);
    } else this.ports.drop();
  }

  /** The form holds these values, which the server has already. */
  replace(values: FormValues, base: Base, state?: DraftState): void {
    this.latest = values;
    this.rebase(values, base, state);
  }

  /** Gives up what is not saved yet. Once it is done no save is under way, and the base is that of the last one. */
  async discard(): Promise<void> {
    clearTimeout(this.timer);
    while (this.running) await this.running;
    this.replace(this.latest, this.current);
  }

  /** Ends the saving. */
  stop(): void {
    clearTimeout(this.timer);
  }
}
