// Two tenants: an owner with data of every kind, and a stranger who knows all of its names.
import assert from 'node:assert/strict'
import { contract, operationsOf, type ProductName } from '@veritrace/contract'
import type { Endpoint } from '@veritrace/contract/endpoint'
import { systemCaller } from '@veritrace/platform/caller'
import { systemClock } from '@veritrace/platform/clock'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { newId } from '@veritrace/platform/ids'
import type { Server } from '../../apps/server/start.ts'
import { addVendor } from '../../products/provenance/vendors/testing.ts'
import { addressOf } from './address.ts'
import { ACCEPTED, ASKED, QUERIES, TYPES, uploadFile, WRITTEN } from './said.ts'
import { memberOf, sessionHeaders } from './session.ts'
import type { Speaker } from './speaker.ts'

const PRODUCTS: readonly ProductName[] = ['provenance', 'graph', 'casework']

export interface Row {
  base: string
  endpoint: Endpoint
}
type Who = 'owner' | 'stranger'

export interface Answer {
  status: number
  text: string
  /** The request names something that the owner has. */
  isAboutTheirs: boolean
  /** Its body is valid. */
  isUnderstood: boolean
}

export interface World {
  /** Part of everything that the owner writes. */
  mark: string
  tenants: Record<Who, string>
  headers: Record<Who, Record<string, string>>
  ask(row: Row, who: Who): Promise<Answer>
}

const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Reads come first; deleting the stranger's own workspace comes last. */
export const rows: readonly Row[] = PRODUCTS.flatMap((name) =>
  operationsOf(contract[name])
    .filter(({ endpoint }) => endpoint.spec.auth === 'session' || endpoint.spec.auth === 'bearer')
    .map(({ endpoint }) => ({ base: contract[name].base, endpoint })),
).toSorted((a, b) => rank(a) - rank(b))
function rank({ endpoint }: Row): number {
  return ORDER.indexOf(endpoint.method) + (endpoint.line === 'DELETE /app/customer' ? 100 : 0)
}

/** Operations that even the owner of a workspace may not call. */
const REFUSED_TO_ALL = [
  'GET /app/crawls/summary',
  'GET /app/crawls/jobs',
  'GET /app/crawls/proposals',
  'GET /app/iam/{proxy_path}',
]
/** Responses that differ from call to call: links, usage counters, times. */
const RESTLESS =
  /url$|usage|overview|entitlements|api-keys|audit-log|export|storage\/metrics|data-quality|risk|readiness|scorecard|graph\/status|summary$|stream$/
export const isRestless = ({ endpoint }: Row): boolean => RESTLESS.test(endpoint.path)
/** The varying ones first, because a file records when its link was requested. */
export const readings = rows
  .filter(({ endpoint }) => endpoint.method === 'GET' && !REFUSED_TO_ALL.includes(endpoint.line))
  .toSorted((a, b) => Number(isRestless(b)) - Number(isRestless(a)))

/** Creates both tenants and, for the owner, something of every kind. */
export async function openWorld({ url, platform }: Server): Promise<World> {
  const suffix = newId('x').slice(-12)
  const marks = { owner: `mark-${suffix}`, stranger: `stranger-${suffix}` }
  const tenants = { owner: `owners-${suffix}`, stranger: `strangers-${suffix}` }
  const things = { db: platform.db, clock: systemClock }
  // Each depends on a separate vendor, so that the other's is foreign.
  const vendors = { owner: await addVendor(things), stranger: await addVendor(things) }
  const headers = {
    owner: await ownerHeaders(platform, tenants.owner),
    stranger: await ownerHeaders(platform, tenants.stranger),
  }
  /** For operations that are for people only. */
  const sessions = {
    owner: await sessionHeaders(platform, tenants.owner),
    stranger: await sessionHeaders(platform, tenants.stranger),
  }
  /** The responses that the owner got, by path. */
  const written = new Map<string, Record<string, string>>()
  /** Shared things, by the path prefix that leads to them. */
  const shared = new Map<string, Record<string, string>>()

  async function ask({ base, endpoint }: Row, who: Who): Promise<Answer> {
    let isAboutTheirs = false
    const theirs: Speaker['theirs'] = (path) => {
      isAboutTheirs ||= written.has(path)
      return written.get(path) ?? {}
    }
    const { line, method, spec } = endpoint
    const path = addressOf(endpoint.path, theirs, shared)
    const say = WRITTEN[line] ?? ASKED[line]
    const said = say?.({ name: tenants[who], mark: marks[who], vendor: vendors[who], theirs }) ?? (spec.body && {})
    const leave = new AbortController()
    const response = await fetch(url + base + path + (QUERIES[line] ?? ''), {
      method,
      headers: {
        ...(spec.people ? sessions : headers)[who],
        ...(said && { 'content-type': TYPES[line] ?? 'application/json' }),
        ...(ACCEPTED[line] && { accept: ACCEPTED[line] }),
      },
      signal: leave.signal,
      ...(said && { body: typeof said === 'string' ? said : JSON.stringify(said) }),
    })
    const type = response.headers.get('content-type')
    // An event stream does not end by itself.
    const text = type?.startsWith('text/event-stream') ? '' : await response.text()
    leave.abort()
    return { status: response.status, text, isAboutTheirs, isUnderstood: Boolean(say) || !spec.body }
  }

  // The first item of each of these lists, which all customers read.
  for (const path of ['/packs', '/artifacts', '/corpus', '/documents'])
    shared.set(`${path}/`, JSON.parse((await ask(rowOf(`GET ${path}`), 'owner')).text).items[0])
  // No single call creates a member.
  for (const path of ['/app/members', '/access/members']) written.set(path, { id: memberOf(tenants.owner) })
  for (const line of Object.keys(WRITTEN)) {
    const { status, text } = await ask(rowOf(line), 'owner')
    assert.ok(status < 300, `${line}: ${status} ${text}`)
    const answer = JSON.parse(text)
    written.set(rowOf(line).endpoint.path, answer)
    if (answer.upload_url) await uploadFile(answer.upload_url, answer.headers)
  }
  return { mark: marks.owner, tenants, headers, ask }
}

const rowOf = (line: string): Row => rows.find(({ endpoint }) => endpoint.line === line)!

async function ownerHeaders({ db, identity }: Server['platform'], id: string): Promise<Record<string, string>> {
  const tenant = await ensureTenant(db, { id, displayName: id, plan: 'pro', products: [...PRODUCTS] })
  const owner = systemCaller(tenant.id, tenant.customer_id)
  const { secret } = await identity.keys.create(owner, { name: 'key', role: 'owner' })
  const scope = { 'x-tenant-id': id, 'x-workspace-id': id, 'x-context-id': 'default' }
  return { authorization: `Bearer ${secret}`, ...scope }
}
