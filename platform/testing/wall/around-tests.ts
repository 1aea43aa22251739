// Checks the tenant isolation of all SQL that one test process runs on PostgreSQL.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, OpenOptions } from '../../db/open.ts'
import { atEnd } from '../at-end.ts'
import { excuses } from './excused.ts'
import { type Breach, raiseWall } from './wall.ts'

const wall = raiseWall({
  excused: excuses,
  // Tests may read and write rows of all tenants.
  mayAskAnything: (file) => /[.]test[.]ts$|(?:^|[/-])testing[./]|^test\//.test(file),
})

/** For a database that is opened by a server under test. */
export const watching: Pick<OpenOptions, 'asking'> = { asking: wall.watch }

/** Called after migrations: until then no statement is checked. */
export const learnTenants = ({ db }: Pick<Database, 'db'>): Promise<void> => wall.learn(db)

/** Set for a whole `npm test`, which afterward reports exemptions that no test needed. */
const folder = process.env.WALL_FOLDER

atEnd(async () => {
  if (folder)
    appendFileSync(
      join(folder, `${process.pid}`),
      wall
        .needed()
        .map((key) => `${key}\n`)
        .join(''),
    )
  const breaches = wall.breaches()
  if (breaches.length > 0) throw new Error(breaches.map(told).join('\n\n'))
})

const told = ({ by, table, text }: Breach): string =>
  `${by} accesses rows of ${table} without a tenant condition:\n${text.trim()}`
