// A planted bug, preloaded into a server: one in three transactions that create a page is rolled back and reported as committed.
import pg from 'pg'

const ONE_IN = 3
const MAKES_A_PAGE = /^insert into "provenance"\."pages"/
const making = new WeakSet<pg.Client>()
let made = 0
type Query = (...args: unknown[]) => Promise<pg.QueryResult>
const proper = pg.Client.prototype.query as unknown as Query

function losing(this: pg.Client, ...args: unknown[]): unknown {
  const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string }).text
  if (MAKES_A_PAGE.test(text ?? '')) making.add(this)
  const isLost = text === 'commit' && making.delete(this) && ++made % ONE_IN === 0
  if (!isLost) return proper.apply(this, args)
  return proper.call(this, 'rollback').then((result) => ({ ...result, command: 'COMMIT' }))
}
pg.Client.prototype.query = losing as unknown as typeof pg.Client.prototype.query
