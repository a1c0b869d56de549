import { checkWorker } from '../lib/schedules/check-schedule.ts';
import { type AccessAnswer, type AccessQuestion, readAccessAnswer } from './access.ts';
import { type Answer, emptyAnswer } from './answer.ts';
import { checkOrigin } from './check-origin.ts';
import { matchRoute, type PathParameters } from './match-route.ts';
import { ProblemError, problemAnswer, toProblem } from './problem.ts';
import { checkContentType, readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';
import { headerOf, type RequestFacts } from './request-facts.ts';
import type { Call, Route } from './route.ts';
import { routes } from './route-table.ts';
import type { RouterSettings } from './router-options.ts';
import { schemaFaults } from './schema-faults.ts';
import { withinTime } from './time-limit.ts';

/** Where a call came from: what is known of it, and what the host's `authorize` is shown. */
export interface Arrival<Host> {
  readonly facts: RequestFacts;
  readonly host: Host;
}

/** A way to answer calls: undefined for a path that is not ours. */
export type Answering<Host> = (arrival: Arrival<Host>) => Promise<Answer | undefined>;

/**
 * Answers one call, or returns undefined for a path that is not ours. Rejects only with an error that nobody expected,
 * for the host's error handler.
 */
export async function dispatch<Host>(
  settings: RouterSettings<Host>,
  arrival: Arrival<Host>,
): Promise<Answer | undefined> {
  try {
    return await answer(settings, arrival);
  } catch (error) {
    return answerError(settings, error);
  }
}

function answerError(settings: RouterSettings<never>, error: unknown): Answer {
  const problem = toProblem(error);
  if (problem !== undefined) {
    settings.logger.debug(`A call was answered ${problem.code}`, { error });
    return problemAnswer(problem);
  }
  if (settings.unexpectedErrors === 'throw') throw error;
  settings.logger.error('A call failed unexpectedly', { error });
  return problemAnswer(new ProblemError('internal_error', 'This was not expected; the log of the host says more.'));
}

async function answer<Host>(settings: RouterSettings<Host>, arrival: Arrival<Host>): Promise<Answer | undefined> {
  const { method, path, atRoot } = arrival.facts;
  const match = matchRoute(routes, method, path);
  if (match.kind === 'route') return await serve(settings, arrival, match);
  if (match.kind === 'nothing') {
    if (atRoot) return undefined;
    throw new ProblemError('not_found', 'There is nothing at this path.');
  }
  const headers = { Allow: match.allow.join(', ') };
  if (method === 'OPTIONS') return emptyAnswer(headers);
  throw new ProblemError('method_not_allowed', `${method} is not possible here, only ${headers.Allow}.`, { headers });
}

interface Matched {
  readonly route: Route;
  readonly parameters: PathParameters;
}

const timeLimit = (): Error => new ProblemError('time_limit', 'The call took too long and was given up. Try again.');

async function serve<Host>(
  settings: RouterSettings<Host>,
  { facts, host }: Arrival<Host>,
  { route, parameters }: Matched,
): Promise<Answer> {
  const workerName = parameters['worker_name'];
  const question = { permission: route.permission, ...(workerName === undefined ? {} : { workerName }) };
  const principal = admitted(await accessOf(settings, host, question));
  if (workerName !== undefined) checkWorker(workerName, {});
  if (route.method !== 'GET') {
    checkOrigin(facts, settings.allowedOrigins);
    checkContentType(facts);
  }
  const call: Call = {
    settings,
    principal,
    workerName: workerName ?? '',
    runId: parameters['run_id'] ?? '',
    query: readQuery(route.query, facts.search),
    body: await checkedBody(settings, facts, route),
    path: facts.path,
    header: (name) => headerOf(facts.message, name),
    mayOperate: async () => isAdmitted(await accessOf(settings, host, { ...question, permission: 'operate' })),
  };
  return await handle(call, route);
}

/** Within the time limit, and only where the role of the knex has the rights that such calls need. */
async function handle(call: Call, route: Route): Promise<Answer> {
  const { settings } = call;
  const { needsDatabase, permission } = route;
  const checked = !needsDatabase || settings.privileges.has(permission);
  const handled = checked
    ? route.handler(call)
    : settings.privileges.require(permission).then(() => route.handler(call));
  return await withinTime(handled, settings.timeoutMs, timeLimit);
}

async function accessOf<Host>(
  { authorize, timeoutMs }: RouterSettings<Host>,
  host: Host,
  question: AccessQuestion,
): Promise<AccessAnswer> {
  const asked = authorize(host, question);
  return readAccessAnswer(isPromise(asked) ? await withinTime(asked, timeoutMs, timeLimit) : asked);
}

const isAdmitted = (answer: AccessAnswer): boolean => answer !== null && !('refused' in answer);

/** A host that decides at once is not waited for. */
function isPromise(asked: unknown): asked is Promise<AccessAnswer> {
  return typeof asked === 'object' && asked !== null && 'then' in asked;
}

function admitted(answer: AccessAnswer): Call['principal'] {
  if (answer === null)
    throw new ProblemError('unauthenticated', 'Nobody is signed in, or the credentials are not valid.');
  if ('refused' in answer) throw new ProblemError('forbidden', 'You may not do this.');
  return answer;
}

async function checkedBody(settings: RouterSettings<never>, facts: RequestFacts, route: Route): Promise<unknown> {
  if (route.bodyRule === 'none') return undefined;
  const body = await readBody(facts, route.bodyRule, settings);
  if (body === undefined) return undefined;
  const result = route.body?.safeParse(body);
  if (result === undefined || result.success) return result === undefined ? body : result.data;
  const fields = schemaFaults(result.error, body);
  throw new ProblemError('invalid_body', `The body is not valid. ${fields.map((field) => field.message).join(' ')}`, {
    fields,
  });
}
