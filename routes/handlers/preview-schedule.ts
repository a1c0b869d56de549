import { checkTimezone } from '../../lib/calendar/check-timezone.ts';
import { describeCron } from '../../lib/calendar/describe-cron.ts';
import { parseCron } from '../../lib/calendar/parse-cron.ts';
import { previewOccurrences } from '../../lib/calendar/preview-occurrences.ts';
import { readNow } from '../../lib/schedules/read-schedule.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { instantText } from '../presenters/instant-text.ts';
import type { Call } from '../route.ts';

interface PreviewBody {
  readonly cron: string;
  readonly timezone?: string | undefined;
  readonly count: number;
  readonly after?: string | undefined;
  readonly locale: 'en' | 'pt-BR';
}

/** `POST /-/preview`: what an expression means and when it would fire, by the calendar that the scheduler uses. */
export async function previewSchedule({ settings, body }: Call<unknown, PreviewBody>): Promise<Answer> {
  const expression = parseCron(body.cron);
  const timezone = checkTimezone(body.timezone ?? settings.stores.defaultTimezone);
  const after = body.after === undefined ? await readNow(settings.knex) : new Date(body.after);
  const occurrences = previewOccurrences(expression, { timezone, after, count: body.count });
  return jsonAnswer({
    cron: body.cron,
    timezone,
    description: describeCron(expression, { locale: body.locale }),
    occurrences: occurrences.map(({ instant, ...reading }) => ({ at: instantText(instant), ...reading })),
  });
}
