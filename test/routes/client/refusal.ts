import {
  isScheduleClientError,
  type ScheduleClientError,
  type ScheduleClientErrorCode,
} from '../../../routes/client/index.ts';

/** The error that a call of a client rejects with; fails when it does not, or with another code. */
export async function refusal(
  call: Promise<unknown> | (() => Promise<unknown>),
  code: ScheduleClientErrorCode,
): Promise<ScheduleClientError> {
  const error = await (typeof call === 'function' ? call() : call).then(
    (value) => new Error(`It was answered: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (isScheduleClientError(error, code)) return error;
  throw new Error(`The error ${code} was expected.`, { cause: error });
}
