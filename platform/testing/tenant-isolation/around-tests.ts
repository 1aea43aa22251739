// Checks the tenant isolation of all SQL that one test process runs on PostgreSQL.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, OpenOptions } from '../../db/open.ts'
import { atEnd } from '../at-end.ts'
import { exemptions } from './exemptions.ts'
import { type Breach, openTenantCheck } from './tenant-check.ts'

const check = openTenantCheck({
  exemptions,
  // Tests may read and write rows of all tenants.
  isUnrestricted: (file) => /[.]test[.]ts$|(?:^|[/-])testing[./]|^test\//.test(file),
})

/** For a database that is opened by a server under test. */
export const tenantCheckHook: Pick<OpenOptions, 'asking'> = { asking: check.watch }

/** Called after migrations: until then no statement is checked. */
export const learnTenants = ({ db }: Pick<Database, 'db'>): Promise<void> => check.learn(db)

/** Set for a whole `npm test`, which afterward reports exemptions that no test needed. */
const folder = process.env.TENANT_CHECK_FOLDER

atEnd(async () => {
  if (folder)
    appendFileSync(
      join(folder, `${process.pid}`),
      check
        .needed()
        .map((key) => `${key}\n`)
        .join(''),
    )
  const breaches = check.breaches()
  if (breaches.length > 0) throw new Error(breaches.map(reported).join('\n\n'))
})

const reported = ({ by, table, text }: Breach): string =>
  `${by} accesses rows of ${table} without a tenant condition:\n${text.trim()}`
