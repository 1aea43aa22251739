// Access by role. Driven by the contract: the role of a new operation is tested automatically.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { CASE_ROLE_OF } from '@veritrace/contract/casework/roles'
import { ROLES, type Role, type Spec } from '@veritrace/contract/endpoint'
import { strictServer } from './own-server.ts'
import { type Matrix, misjudged, openMatrix, type Row, refusal, rows } from './roles/matrix.ts'

/** One role for each casework role that tenant roles map to. */
const OF_EACH_CASE_ROLE = ROLES.filter(
  (role, at) => ROLES.findIndex((other) => CASE_ROLE_OF[other] === CASE_ROLE_OF[role]) === at,
)

const kinds = new Set<string>()
/** Operations of one kind use the same checks of the same product, so testing one suffices. */
function isFirstOfItsKind(base: string, { auth, unresolved, operator, may }: Spec): boolean {
  const kind = [base, auth, unresolved, Boolean(operator), Boolean(may)].join()
  const isFirst = !kinds.has(kind)
  kinds.add(kind)
  return isFirst
}

/** The lowest allowed role, and the one below it. */
function worthAsking({ endpoint: { spec }, least }: Row): readonly Role[] {
  if (spec.may) return OF_EACH_CASE_ROLE
  return ROLES.slice(Math.max(0, ROLES.indexOf(least) - 1), ROLES.indexOf(least) + 1)
}

let matrix: Matrix

describe('roles', () => {
  before(async () => {
    matrix = await openMatrix(await strictServer())
  })

  test('the table has rows for more than one role', () => {
    assert.ok(new Set(rows.map(({ least }) => least)).size > 1)
  })

  for (const row of rows) {
    const { line, spec } = row.endpoint

    test(`${line} requires credentials`, async () => {
      assert.deepEqual(await matrix.ask(row, {}), refusal(row, 'unauthenticated'))
    })

    if (isFirstOfItsKind(row.base, spec))
      test(`${line} requires valid credentials of the tenant in the header`, async () => {
        assert.deepEqual(await matrix.ask(row, { authorization: 'Bearer x' }), refusal(row, 'invalid_token'))
        const elsewhere = { ...matrix.as(row, 'owner'), 'x-tenant-id': matrix.elsewhere }
        assert.deepEqual(await matrix.ask(row, elsewhere), { status: 403, code: 'tenant_mismatch' })
      })

    const taken = spec.may ? spec.may.join(', ') : spec.operator ? 'operator' : row.least
    test(`${line} allows ${taken} and no lower role`, async () => {
      for (const role of worthAsking(row))
        assert.equal(misjudged(row, role, await matrix.ask(row, matrix.as(row, role))), undefined)
    })
  }
})
