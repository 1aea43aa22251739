// A reporter of what failed and why, kept for the end of a whole run: a log is long, and may be shown from its end only.
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

const LONGEST = 4_000

export default async function* reportFailures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') path.splice(data.nesting, Infinity, data.name)
    if (type !== 'test:fail') continue
    const { error } = data.details
    // A suite fails with its tests, and they are told of.
    if ('failureType' in error && error.failureType === 'subtestsFailed') continue
    const names = [...path.slice(0, data.nesting), data.name]
    yield `✖ ${names.join(' › ')}\n${inspect(error.cause ?? error).slice(0, LONGEST)}\n`
  }
}
