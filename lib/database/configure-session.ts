import { execute, type Queryable } from './read-rows.ts';

/** What a session is set to, once, before anything else runs on it. */
export interface SessionConfiguration {
  /** Shown in pg_stat_activity; at most 63 bytes. */
  readonly applicationName: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Settings that only some servers or platforms know; left out on the others. */
  readonly whereKnown?: Readonly<Record<string, string>>;
}

const SET_ALL = 'SELECT set_config(key, value, false) FROM json_each_text(?::json)';

/** Carries the settings to a DO block, which takes no bindings. */
const OPTIONAL = 'worker_schedules.where_known';

/** A server may lack a setting, or know it on other platforms only, and refuses it then. */
const SET_WHERE_KNOWN = `DO $$ DECLARE wanted record; BEGIN
  FOR wanted IN SELECT key, value FROM json_each_text(current_setting('${OPTIONAL}')::json) LOOP
    BEGIN
      PERFORM set_config(wanted.key, wanted.value, false);
    EXCEPTION WHEN undefined_object OR invalid_parameter_value THEN NULL;
    END;
  END LOOP;
END $$`;

/** Sets the session that these statements run on, for as long as it lasts. */
export async function configureSession(database: Queryable, configuration: SessionConfiguration): Promise<void> {
  const { applicationName, settings = {}, whereKnown = {} } = configuration;
  const all = { ...settings, application_name: applicationName, [OPTIONAL]: JSON.stringify(whereKnown) };
  await execute(database, SET_ALL, [JSON.stringify(all)]);
  await execute(database, SET_WHERE_KNOWN);
}
