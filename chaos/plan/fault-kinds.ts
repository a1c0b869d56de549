/** Whom a fault strikes: whoever leads when it comes, one process of the crew, the server, or nobody in particular. */
export type Victim = 'leader' | 'any scheduler' | 'any runner' | 'api' | 'host' | 'server' | 'rows';

/** What is known of a kind of fault before it is drawn. */
export interface FaultKind {
  /** How often it comes, against the others. */
  readonly weight: number;
  readonly victims: readonly Victim[];
  /** How long it lasts (ms), from and to; a killed process or a stopped server stays away so long. */
  readonly lastsMs: readonly [least: number, most: number];
}

const processes = ['leader', 'leader', 'any scheduler', 'any runner', 'api', 'host'] as const;

/** Every kind of fault. */
export const FAULT_KINDS = {
  'SIGKILL of a process': { weight: 16, victims: processes, lastsMs: [0, 3000] },
  'SIGSTOP of a process': { weight: 12, victims: processes, lastsMs: [300, 20_000] },
  'terminated session': { weight: 16, victims: ['leader', 'rows', 'rows', 'rows'], lastsMs: [0, 0] },
  'PostgreSQL stopped fast': { weight: 2, victims: ['server'], lastsMs: [0, 4000] },
  'PostgreSQL stopped immediately': { weight: 2, victims: ['server'], lastsMs: [0, 4000] },
  'PostgreSQL killed': { weight: 2, victims: ['server'], lastsMs: [0, 4000] },
  'backend killed': { weight: 2, victims: ['server'], lastsMs: [0, 0] },
  'PostgreSQL frozen': { weight: 3, victims: ['server'], lastsMs: [500, 9000] },
  'packets dropped': { weight: 6, victims: ['leader', 'leader', 'any scheduler'], lastsMs: [2000, 25_000] },
  'process clock moved': { weight: 5, victims: processes, lastsMs: [5000, 60_000] },
  'pool exhausted': { weight: 5, victims: ['any runner', 'api', 'any scheduler'], lastsMs: [1000, 8000] },
  'slow resolveConfig': { weight: 4, victims: ['any scheduler'], lastsMs: [5000, 30_000] },
  'throwing resolveConfig': { weight: 3, victims: ['any scheduler'], lastsMs: [2000, 10_000] },
  'poison row': { weight: 4, victims: ['rows'], lastsMs: [60_000, 150_000] },
  'unwritable run': { weight: 3, victims: ['rows'], lastsMs: [20_000, 90_000] },
  'next_run_at set back': { weight: 3, victims: ['rows'], lastsMs: [0, 0] },
} as const satisfies Readonly<Record<string, FaultKind>>;

export type FaultName = keyof typeof FAULT_KINDS;

export const FAULT_NAMES = Object.keys(FAULT_KINDS) as readonly FaultName[];
