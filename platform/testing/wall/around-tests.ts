// The wall around whatever one process of tests runs on PostgreSQL.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, OpenOptions } from '../../db/open.ts'
import { atEnd } from '../at-end.ts'
import { excuses } from './excused.ts'
import { type Breach, raiseWall } from './wall.ts'

const wall = raiseWall({
  excused: excuses,
  // Tests look at rows as nobody else may, and put them there.
  mayAskAnything: (file) => /[.]test[.]ts$|(?:^|[/-])testing[./]|^test\//.test(file),
})

/** For a database that a server under test opens. */
export const watching: Pick<OpenOptions, 'asking'> = { asking: wall.watch }

/** Once its tables are there: until then no statement is looked at. */
export const learnTenants = ({ db }: Pick<Database, 'db'>): Promise<void> => wall.learn(db)

/** Set for a whole `npm test`, which asks afterwards which excuses nobody needed. */
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
  `${by} reaches for rows of ${table} and names no tenant:\n${text.trim()}`
