// The facts for acceptance conditions, read before the transaction that ends the run.
import type { CaseReading } from '../cases/read-case-scope.ts'
import { findCase } from '../cases/store.ts'
import type { Casework } from '../deps.ts'
import { listFindings } from '../estate/store.ts'
import { shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { RunRow } from './tables.ts'
import type { RunFacts } from './verify.ts'

const MAX_FINDINGS = 200_000

export async function readFacts(
  { db }: Pick<Casework, 'db'>,
  scope: Scope,
  run: RunRow,
  { subject, measured }: CaseReading,
): Promise<RunFacts> {
  const { estate } = subject
  const project = (await findCase(db, scope, run.case_id))?.project_id ?? null
  const findings = project === null ? [] : await listFindings(db, scope, project, { limit: MAX_FINDINGS })
  const open = new Map<string, number>()
  for (const { object_type, object_name, check_id, exempted } of findings) {
    if (exempted) continue
    const key = `${object_type}:${object_name} ${check_id}`
    open.set(key, (open.get(key) ?? 0) + 1)
  }
  const places = new Map(estate.objects.map((object, at) => [shortForm(object), at]))
  return {
    scale: measured.scale,
    ratingOf: (form) => {
      const at = places.get(form)
      if (at === undefined || measured.counted[at] === 0) return undefined
      return { code: measured.scale[measured.code[at]!]!, acceptable: measured.acceptable[at] === 1 }
    },
    executionsOf: (form) => {
      const at = places.get(form)
      return at === undefined ? undefined : estate.objects[at]!.executions
    },
    countFindings: (forms, checkIds) =>
      forms.reduce(
        (sum, form) => sum + checkIds.reduce((own, check) => own + (open.get(`${form} ${check}`) ?? 0), 0),
        0,
      ),
  }
}
