/** What a call is answered with, in no framework's terms. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text of the body, or its bytes; null for none. */
  readonly body: string | Buffer | null;
}

/** Every answer: agendas and ledgers move by themselves, so nothing may keep one. */
const COMMON_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export interface AnswerInit {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
}

/** An answer with a JSON body. */
export function jsonAnswer(body: unknown, init: AnswerInit = {}): Answer {
  const contentType = init.contentType ?? 'application/json; charset=utf-8';
  return {
    status: init.status ?? 200,
    headers: { ...COMMON_HEADERS, 'Content-Type': contentType, ...init.headers },
    body: JSON.stringify(body),
  };
}

/** An answer without a body. */
export function emptyAnswer(headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 204, headers: { ...COMMON_HEADERS, ...headers }, body: null };
}
