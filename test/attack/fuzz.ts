// Valid and hostile requests to every operation, with four kinds of callers. Every answer must match the OpenAPI document.
import { Agent } from 'node:http'
import { systemCaller } from '@veritrace/platform/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { newId } from '@veritrace/platform/ids'
import fc from 'fast-check'
import type { Server } from '../../apps/server/start.ts'
import { checker } from '../fuzz/checker.ts'
import { exchange, isJson } from '../fuzz/exchange.ts'
import { openKnown } from '../fuzz/known.ts'
import { operationsOf } from '../fuzz/operations.ts'
import { type OpenApi, requestFor } from '../fuzz/requests.ts'
import { inParallel, type Part, startPart } from './part.ts'

const PARALLEL = 4
/** Names learned in one round are used in the next. */
const IN_A_ROUND = 4

interface Options {
  requests: number
  seed: number
  only?: RegExp
}

export async function fuzz(server: Server, { requests, seed, only }: Options): Promise<Part> {
  const part = startPart('fuzz')
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi
  const operations = operationsOf(document).filter(({ method, path }) => !only || only.test(`${method} ${path}`))
  const resolve = (ref: string) => document.components.schemas[ref.split('/').at(-1)!]!
  const check = checker(document)
  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL })
  const known = openKnown()
  let sentInAll = 0
  for (let round = 0; sentInAll < requests; round++) {
    const callers = Object.entries(await callersOf(server, round))
    await inParallel(PARALLEL, operations, async ({ method, path, operation }) => {
      const where = `${method} ${path}`
      for (const [at, [who, headers]] of callers.entries()) {
        const source = { resolve, known: known.take(), hostile: at % 2 === round % 2 }
        const drawn = { seed: seed + round * callers.length + at, numRuns: IN_A_ROUND }
        for (const sent of fc.sample(requestFor(method, path, operation, source), drawn)) {
          if (sentInAll >= requests) return
          sentInAll++
          part.sent(where)
          const answer = await exchange(agent, server.url, { ...sent, headers: { ...headers, ...sent.headers } }).catch(
            (error) => void part.found(where, `${who} got no answer: ${error}`),
          )
          if (!answer) continue
          try {
            check(operation, answer, String(sent.body ?? ''))
          } catch (error) {
            part.found(
              where,
              `${who}: ${sent.path} ${String(sent.body ?? '').slice(0, 200)}\n  ${(error as Error).message}`,
            )
          }
          if (answer.status < 300 && isJson(answer)) known.add(path, JSON.parse(answer.text))
        }
      }
    })
  }
  agent.destroy()
  return part.end()
}

/** A new tenant per round, because earlier rounds delete things and reach limits. */
async function callersOf({ platform: { db, identity } }: Server, round: number) {
  const id = `fuzz-${newId('x').slice(-8)}-${round}`
  const tenant = await ensureTenant(db, {
    id,
    displayName: id,
    plan: 'pro',
    products: ['provenance', 'graph', 'casework'],
  })
  const owner = systemCaller(tenant.id, tenant.customer_id)
  const scope = { 'x-tenant-id': id, 'x-workspace-id': id, 'x-context-id': 'default' }
  const keyFor = async (role: 'admin' | 'member' | 'viewer') => {
    const { secret } = await identity.keys.create(owner, { name: role, role })
    return { ...scope, authorization: `Bearer ${secret}` }
  }
  return {
    admin: await keyFor('admin'),
    member: await keyFor('member'),
    viewer: await keyFor('viewer'),
    'no credentials': {},
  } as Record<string, Record<string, string>>
}
