// Readiness on a past day, with a workspace list that has changed since.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Readiness, readiness } from '@veritrace/contract/casework/readiness'
import { evidenceTenant } from '../evidence/testing.ts'
import { type CaseworkApp, type ClockedApp, clockedCaseworkApp } from '../testing.ts'

let app: CaseworkApp
let clock: ClockedApp['clock']
before(async () => {
  const clocked = await clockedCaseworkApp()
  app = clocked.app
  clock = clocked.clock
})

const DEPENDENCIES = `from_type,from_name,from_package,to_type,to_name,access
PROG,ZORDERS,ZSD,TABL,VBAK,read
PROG,ZPRICES,ZSD,TABL,VBAK,read
PROG,ZPRICES,ZSD,TABL,MARA,read
PROG,ZSTOCK,ZSD,TABL,MARA,read
`
const listWith = (stateOfVbak: string): string =>
  JSON.stringify({
    formatVersion: '1',
    objectReleaseInfo: ['VBAK', 'MARA'].map((name) => ({
      ...{ tadirObject: 'TABL', tadirObjName: name, objectType: 'TABL', objectKey: name },
      ...{ softwareComponent: 'SAP_APPL', applicationComponent: 'SD-SLS' },
      state: name === 'VBAK' ? stateOfVbak : 'released',
    })),
  })

test('a past day is rated with the lists of that day, and later changes are drift', async () => {
  const { tenant, at, projects, read } = await evidenceTenant(app)
  const { id: project_id } = await projects().create({ body: { name: 'ERP', system: { sid: 'PRD' } }, headers: at() })
  await read(project_id, 'deps.csv', DEPENDENCIES, { kind: 'dependency_csv' })
  for (const [state, collected_at] of [
    ['released', '2026-01-01T00:00:00Z'],
    ['notToBeReleased', '2026-02-01T00:00:00Z'],
  ] as const) {
    const item = await read(project_id, 'objectReleaseInfo_PCE2022.json', listWith(state), { collected_at })
    assert.ok(item.entry_id, JSON.stringify(item))
  }
  // Lists are cached briefly.
  clock.advance(2_000)
  const ready = (query: Record<string, string>): Promise<Readiness> =>
    app.client(readiness, tenant, 'viewer').get({
      query: { project_id, target: 's4_private:2022', group_by: 'package', include: 'offenders', ...query },
      headers: at(),
    })
  const now = await ready({ baseline: '2026-01-15' })
  const then = await ready({ as_of: '2026-01-15' })
  const counts = ({ distribution }: Readiness) =>
    Object.fromEntries(distribution.filter(({ objects }) => objects > 0).map(({ code, objects }) => [code, objects]))
  assert.deepEqual([counts(then), counts(now)], [{ A: 3 }, { A: 1, C: 2 }])
  assert.deepEqual([then.offenders, now.offenders!.map(({ artifact }) => artifact.name)], [[], ['VBAK']])
  assert.notEqual(then.inputs.digest, now.inputs.digest)
  assert.deepEqual(
    now.drift!.changes.map(({ artifact, from, to, objects }) => [artifact.name, from, to, objects]),
    [['VBAK', 'A', 'C', 2]],
  )
  assert.deepEqual([now.drift!.changed_dependencies.lost_release, now.drift!.affected_objects], [1, 2])
})
