// Fails with 422 and the list of failing gates.
import { fail } from '@veritrace/platform/errors'
import { checkGate, type GateFacts } from './gates.ts'
import type { GateId } from './rules.ts'

export function requireGates(ids: readonly GateId[], facts: GateFacts): void {
  const failing = ids.map((id) => checkGate(id, facts)).filter(({ status }) => status === 'fail')
  if (failing.length === 0) return
  fail('gate_failed', failing.map(({ id, detail }) => `${id}: ${detail}`).join(' '), {
    gates: failing.map(({ id, title, detail }) => ({ id, title, detail })),
    errors: failing.flatMap(({ errors }) => errors),
  })
}
