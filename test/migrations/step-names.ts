/** The steps in their order, as they are published. */
export const stepNames = [
  ...['worker_schedules_0001_ledger', 'worker_schedules_0002_agenda'],
  ...['worker_schedules_0003_ledger_labels', 'worker_schedules_0004_ledger_indexes'],
];
