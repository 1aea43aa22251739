// A test reporter that stores failures for the end of a whole run, because logs are long and often only the last lines are
// visible.
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

const LONGEST = 4_000

export default async function* reportFailures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') path.splice(data.nesting, Infinity, data.name)
    if (type !== 'test:fail') continue
    const { error } = data.details
    // A suite fails because of its tests, which are reported themselves.
    if ('failureType' in error && error.failureType === 'subtestsFailed') continue
    const names = [...path.slice(0, data.nesting), data.name]
    yield `✖ ${names.join(' › ')}\n${inspect(error.cause ?? error).slice(0, LONGEST)}\n`
  }
}
