// Every operation with every role, without credentials, and with a bad token.
import { ROLES } from '@veritrace/contract/endpoint'
import type { Server } from '../../apps/server/start.ts'
import { misjudged, openMatrix, refusal, rows } from '../roles/matrix.ts'
import { inParallel, type Part, startPart } from './part.ts'

const PARALLEL = 4

export async function roles(server: Server, only?: RegExp): Promise<Part> {
  const part = startPart('roles')
  const matrix = await openMatrix(server)
  const wanted = rows.filter(({ endpoint }) => !only || only.test(endpoint.line))
  await inParallel(PARALLEL, wanted, async (row) => {
    const { line } = row.endpoint
    for (const [headers, code] of [
      [{}, 'unauthenticated'],
      [{ authorization: 'Bearer x' }, 'invalid_token'],
    ] as const) {
      const answer = await matrix.ask(row, headers)
      part.sent(line)
      const wanted = refusal(row, code)
      if (answer.status !== wanted.status || answer.code !== wanted.code)
        part.found(line, `without good credentials: ${answer.status} ${answer.code}`)
    }
    for (const role of ROLES) {
      const wrong = misjudged(row, role, await matrix.ask(row, matrix.as(row, role)))
      part.sent(line)
      if (wrong) part.found(line, wrong)
    }
  })
  return part.end()
}
