/** What a ledger's status may be; the legal moves between them stand in ledger/transitions.ts. */
export const STATUS_LABELS = ['QUEUED', 'RUNNING', 'SUCCESS', 'FAILED', 'INTERRUPTED', 'CANCELLED'] as const;

/** How runs are asked for. A host may have more of its own. */
export const TRIGGER_LABELS = ['CLI', 'API', 'SCHEDULE'] as const;

/** The states that hold a worker's slot. */
export const SLOT_LABELS = ['QUEUED', 'RUNNING'] as const;
