// Limits the library's parser. It keeps every possible parse of a statement, and some statements have millions, which would
// exhaust the memory. Above the limit a statement counts as one that cannot be parsed.
import { Combi, Expression, failCombinator } from './parts.ts'

const MOST_STEPS = 500_000

let steps = 0
const fails = failCombinator()

const runExpression = Expression.prototype.run
Expression.prototype.run = function (ways) {
  steps += ways.length
  // The only error that the library treats as "cannot be parsed".
  if (steps > MOST_STEPS) fails.run(ways)
  return runExpression.call(this, ways)
}

const runStatement = Combi.run
Combi.run = function (...asked: unknown[]) {
  steps = 0
  return runStatement.apply(this, asked)
}
