// A test reporter that prints skipped tests and why, because dots do not show them.
import type { TestEvent } from 'node:test/reporters'

export default async function* reportSkips(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const reasons = new Map<string, number>()
  for await (const { type, data } of events) {
    if (type !== 'test:pass' || !data.skip) continue
    const reason = String(data.skip)
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  for (const [reason, times] of reasons) yield `not run: ${times} × ${reason}\n`
}
