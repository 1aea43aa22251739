// One tenant sends another tenant's ids to every operation, in path, query and body, with every kind of credential. None of the
// other tenant's data may come back or change, and the answer must not reveal that an id exists.
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { systemCaller } from '@veritrace/platform/caller'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import fc from 'fast-check'
import type { Server } from '../../apps/server/start.ts'
import { type Answer, exchange } from '../fuzz/exchange.ts'
import { operationsOf, type Row } from '../fuzz/operations.ts'
import { type OpenApi, requestFor, type Sent } from '../fuzz/requests.ts'
import type { Source } from '../fuzz/values.ts'
import { WORD } from '../strangers/speaker.ts'
import { isRestless, openWorld, readings, type World } from '../strangers/world.ts'
import { openHarvest } from './harvest.ts'
import { inParallel, type Part, type Record as Recorder, startPart } from './part.ts'

const PARALLEL = 4
const MOST_READS = 30
/** Deletes the attacking tenant, which the remaining requests need. */
const LEFT_OUT = /^DELETE .*\/app\/customer$/

interface Options {
  /** For each operation and credential. */
  variants: number
  seed: number
  only?: RegExp
}

export async function crossing(server: Server, { variants, seed, only }: Options): Promise<Part> {
  const part = startPart('crossing')
  const world = await openWorld(server)
  const before = await readSettled(world)
  const harvest = openHarvest(world.mark, before.owner, before.stranger)
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi
  const operations = operationsOf(document).filter(
    (row) => !LEFT_OUT.test(lineOf(row)) && (!only || only.test(lineOf(row))),
  )
  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL })
  const resolve = (ref: string) => document.components.schemas[ref.split('/').at(-1)!]!
  const source: Source = { resolve, known: harvest.known, hostile: false }
  const send = (sent: Sent, headers: Record<string, string>) =>
    exchange(agent, server.url, { ...sent, headers: { ...sent.headers, ...headers } })
  const callers = await credentials(server, world)
  const attempts = operations.flatMap((row, at) =>
    Object.entries(callers).map(([who, headers]) => ({ row, who, headers, seed: seed + at })),
  )
  await inParallel(PARALLEL, attempts, async ({ row, who, headers, seed }) => {
    const drawn = fc.sample(requestFor(row.method, row.path, row.operation, source), { seed, numRuns: variants })
    for (const sent of [plain(drawn[0]!), ...drawn])
      await cross({ row, who, sent, part, world, send: (one) => send(one, headers), harvest })
  })
  agent.destroy()
  await compare(world, before, part)
  return part.end()
}

/** Without filters, which can hide a leak. */
const plain = (sent: Sent): Sent => ({ ...sent, path: sent.path.split('?')[0]! })

interface Crossing {
  row: Row
  who: string
  sent: Sent
  part: Recorder
  world: World
  send(sent: Sent): Promise<Answer>
  harvest: ReturnType<typeof openHarvest>
}

async function cross({ row, who, sent, part, world, send, harvest }: Crossing): Promise<void> {
  const where = lineOf(row)
  const answer = await send(sent)
  part.sent(where)
  const said = `${who}: ${sent.path} → ${answer.status} ${answer.text}`
  const isTold = answer.text.includes(`${WORD} ${world.mark}`)
  if (isTold || (answer.text.includes(world.mark) && !holds(sent, world.mark)))
    part.found(where, `the other tenant's text came back. ${said}`)
  const leaked = harvest.idsIn(answer.text).find((id) => !holds(sent, id))
  if (leaked) part.found(where, `the other tenant's id ${leaked} came back. ${said}`)
  if (answer.status >= 500 && !/"code":"\w*not_configured"/.test(answer.text))
    part.found(where, `server error. ${said}`)
  // A filter with an unknown id correctly returns an empty list.
  const [theirs] = harvest.idsIn(sent.path.split('?')[0]!)
  if (!theirs) return
  if (answer.status < 300) part.found(where, `the other tenant's id was accepted. ${said}`)
  // A request that changes something may get another answer the second time for that reason alone.
  if (row.method !== 'GET') return
  const invented = await send({ ...sent, path: sent.path.replaceAll(theirs, harvest.invent(theirs)) })
  part.sent(where)
  if (codeOf(invented) !== codeOf(answer))
    part.found(where, `an existing id gets another answer than an invented one: ${codeOf(invented)}. ${said}`)
}

const lineOf = ({ method, path }: Row): string => `${method} ${path}`

const holds = ({ path, body }: Sent, text: string): boolean => path.includes(text) || Boolean(body?.includes(text))

const codeOf = ({ status, text }: Answer): string => `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`

/** Every role of the attacking tenant, its owner with the other tenant's headers, and no credentials at all. */
async function credentials({ platform }: Server, { tenants, headers }: World) {
  const stranger = (await findTenant(platform.db, tenants.stranger))!
  const owner = systemCaller(stranger.id, stranger.customer_id)
  const keyFor = async (role: 'owner' | 'admin' | 'member' | 'viewer') => {
    const { secret } = await platform.identity.keys.create(owner, { name: role, role })
    return { ...headers.stranger, authorization: `Bearer ${secret}` }
  }
  const { authorization } = headers.stranger
  const named = (name: string) => ({ ...headers.stranger, [name]: headers.owner[name]! })
  return {
    owner: await keyFor('owner'),
    admin: await keyFor('admin'),
    member: await keyFor('member'),
    viewer: await keyFor('viewer'),
    'owner with the other tenant header': named('x-tenant-id'),
    'owner with the other workspace header': named('x-workspace-id'),
    'owner without scope headers': { authorization: authorization! },
    'no credentials': {},
    'no credentials, with the other tenant header': { 'x-tenant-id': headers.owner['x-tenant-id']! },
  } as Record<string, Record<string, string>>
}

async function readAll(world: World) {
  const read = { owner: new Map<string, string>(), stranger: new Map<string, string>() }
  for (const row of readings)
    for (const who of ['owner', 'stranger'] as const) read[who].set(row.endpoint.line, (await world.ask(row, who)).text)
  return read
}

/** Jobs in progress change data by themselves, so read until nothing changes. */
async function readSettled(world: World) {
  let read = await readAll(world)
  for (let tries = 0; tries < MOST_READS; tries++) {
    const again = await readAll(world)
    const moving = readings.some(
      (row) => !isRestless(row) && again.owner.get(row.endpoint.line) !== read.owner.get(row.endpoint.line),
    )
    read = again
    if (!moving) break
    await setTimeout(1_000)
  }
  return read
}

async function compare(world: World, before: Awaited<ReturnType<typeof readAll>>, part: Recorder): Promise<void> {
  for (const row of readings.filter((one) => !isRestless(one))) {
    const { line } = row.endpoint
    const { text } = await world.ask(row, 'owner')
    if (text !== before.owner.get(line)) part.found(line, `the other tenant's data has changed: ${text}`)
  }
}
