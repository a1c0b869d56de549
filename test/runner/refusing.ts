/** A function that refuses a row of a worker to be running, whatever the ledger's columns are called. */
export function refusing(workerName: string): string {
  return `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF to_jsonb(NEW)::text LIKE '%"${workerName}"%' AND to_jsonb(NEW)::text LIKE '%"RUNNING"%' THEN RAISE 'no'; END IF;
    RETURN NEW;
  END $$`;
}

/** Lets it stand before every change of a run. */
export const REFUSE = 'CREATE TRIGGER refuse BEFORE UPDATE ON worker_runs FOR EACH ROW EXECUTE FUNCTION refuse()';
