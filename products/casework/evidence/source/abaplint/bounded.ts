// The library's parser keeps every way in which a statement could be read: of some statements there are millions, and it
// would go on until no memory is left. Beyond a limit a statement is one that cannot be parsed.
import { Combi, Expression, failCombinator } from './parts.ts'

const MOST_STEPS = 500_000

let steps = 0
const fails = failCombinator()

const runExpression = Expression.prototype.run
Expression.prototype.run = function (ways) {
  steps += ways.length
  // The one error that the library takes for "cannot be parsed".
  if (steps > MOST_STEPS) fails.run(ways)
  return runExpression.call(this, ways)
}

const runStatement = Combi.run
Combi.run = function (...asked: unknown[]) {
  steps = 0
  return runStatement.apply(this, asked)
}
