import type { Knex } from 'knex';
import {
  findMissingPrivileges,
  type MissingPrivilege,
  privilegeMissing,
  type RolePrivileges,
} from '../lib/database/check-privileges.ts';
import type { Names } from '../lib/database/names.ts';
import type { Permission } from './access.ts';

const forReading = ({ privilege, on }: MissingPrivilege): boolean => privilege === 'SELECT' || on === 'schema';

/**
 * Looks once, at the first call that needs the database, whether its role has the rights of an API; one that may only read
 * can still answer what reads.
 */
export class ApiPrivileges {
  readonly #knex: Knex;
  readonly #names: Names;
  readonly #granted = new Set<Permission>();
  #looking: Promise<RolePrivileges> | undefined;

  constructor(knex: Knex, names: Names) {
    this.#knex = knex;
    this.#names = names;
  }

  /** Whether an earlier look has found what such calls need. */
  has(permission: Permission): boolean {
    return this.#granted.has(permission);
  }

  /** Throws `privilege_missing`, naming every right that is missing, also those that this call would not need. */
  async require(permission: Permission): Promise<void> {
    const found = await this.#look();
    const needed = permission === 'read' ? found.missing.filter(forReading) : found.missing;
    if (needed.length > 0) throw privilegeMissing(this.#names, 'api', found);
    this.#granted.add(permission);
  }

  /** Calls that come at the same time share one look. */
  async #look(): Promise<RolePrivileges> {
    this.#looking ??= findMissingPrivileges(this.#knex, this.#names, { parts: ['api'] }).finally(() => {
      this.#looking = undefined;
    });
    return await this.#looking;
  }
}
