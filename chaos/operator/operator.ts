import { setTimeout as pause } from 'node:timers/promises';
import { createScheduleClient } from '../../routes/client/create-schedule-client.ts';
import type { ScheduleClient } from '../../routes/client/schedule-client.ts';
import { isScheduleClientError } from '../../routes/client/schedule-client-error.ts';
import type { Edit } from '../audit/history.ts';
import type { Member } from '../plan/population.ts';
import { DEEDS, type Deed } from './deeds.ts';

/** How many operators work at a time, each on schedules of its own. */
const HANDS = 6;
const LONGEST_PAUSE_MS = 700;
/** Seconds until a call without an answer counts as one of unknown fate. */
const TIMEOUT_SECONDS = 8;

/** Codes after which nothing was changed, though the status is one of the server's own faults. */
const NOTHING_CHANGED: readonly string[] = ['slot_contended'];

/** People who edit schedules, ask for runs and cancel them, all the time, and write down what they were told. */
export class Operators {
  /** In the order of the answers; of one worker, in the order of the calls. */
  readonly edits: Edit[] = [];
  /** How often each status or code was the answer. */
  readonly answers = new Map<string, number>();
  readonly #client: ScheduleClient;
  readonly #population: readonly Member[];
  #stopping = false;
  #hands: Promise<void>[] = [];
  #tags = 0;

  constructor(apiPort: number, population: readonly Member[]) {
    this.#client = createScheduleClient({ baseUrl: `http://127.0.0.1:${apiPort}/workers` });
    this.#population = population;
  }

  start(): void {
    this.#hands = Array.from({ length: HANDS }, (_, hand) => this.#keepBusy(hand));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#hands);
  }

  /** Saves a schedule as it should be; done when it is acknowledged. */
  async save(member: Member, cron = '* * * * *'): Promise<void> {
    const deed: Deed = { kind: 'put', wanted: { cron, timezone: member.timezone, enabled: true } };
    while ((await this.#do(member, deed)) !== 'done') await pause(LONGEST_PAUSE_MS);
  }

  async #keepBusy(hand: number): Promise<void> {
    const mine = this.#population.filter(({ owner }, index) => owner === 'operator' && index % HANDS === hand);
    const anyone = this.#population.filter((_, index) => index % HANDS === hand);
    while (!this.#stopping) {
      const deed = DEEDS[Math.floor(Math.random() * DEEDS.length)]?.() ?? { kind: 'run', wanted: {} };
      const whose = deed.kind === 'run' || deed.kind === 'cancel' ? anyone : mine;
      const member = whose[Math.floor(Math.random() * whose.length)];
      if (member !== undefined) await this.#do(member, deed);
      await pause(Math.random() * LONGEST_PAUSE_MS);
    }
  }

  async #do(member: Member, deed: Deed): Promise<string> {
    const { workerName } = member;
    const tag = `operator ${(this.#tags += 1)}`;
    const answer = await this.#call(member, deed, tag);
    const { kind, wanted } = deed;
    if (kind !== 'run' && kind !== 'cancel') this.edits.push({ workerName, tag, kind, answer, wanted });
    return answer;
  }

  async #call(member: Member, deed: Deed, tag: string): Promise<Edit['answer']> {
    try {
      await this.#send(member, deed, tag);
      this.#count(`${deed.kind} done`);
      return 'done';
    } catch (error) {
      if (!isScheduleClientError(error)) throw error;
      this.#count(`${deed.kind} ${error.status ?? ''} ${error.code}`);
      if (error.status === null || error.status >= 500) await pause(LONGEST_PAUSE_MS);
      const refused = error.status !== null && (error.status < 500 || NOTHING_CHANGED.includes(error.code));
      return refused ? 'refused' : 'unknown';
    }
  }

  async #send({ workerName, work }: Member, deed: Deed, tag: string): Promise<unknown> {
    const options = { timeoutSeconds: TIMEOUT_SECONDS };
    const request = { work, tag };
    if (deed.kind === 'put') {
      const { cron = '* * * * *', ...wanted } = deed.wanted;
      return await this.#client.putSchedule(workerName, { ...wanted, cron, request }, options);
    }
    if (deed.kind === 'patch') {
      return await this.#client.patchSchedule(workerName, { ...deed.wanted, request }, options);
    }
    if (deed.kind === 'delete') return await this.#client.deleteSchedule(workerName, options);
    if (deed.kind === 'run') return await this.#client.createRun(workerName, request, options);
    return await this.#cancelNewest(workerName, options);
  }

  async #cancelNewest(workerName: string, options: { readonly timeoutSeconds: number }): Promise<unknown> {
    const { body } = await this.#client.listRuns(workerName, { limit: 1 }, options);
    const [run] = body.items;
    return run === undefined ? undefined : await this.#client.cancelRun(workerName, run.id, options);
  }

  #count(what: string): void {
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
  }
}
