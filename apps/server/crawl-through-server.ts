// Crawls through the API of a running server, because only one process may open the embedded database.
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@veritrace/contract'
import { client } from '@veritrace/contract/client'
import { crawls } from '@veritrace/contract/provenance/crawls'
import { vendors } from '@veritrace/contract/provenance/vendors'
import { fetchToken, makeDemoClient } from './demo-token.ts'

export class NotThroughServer extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotThroughServer'
  }
}

const TENANT = 'demo'
const LOOK_MS = 1_000

export async function crawlThroughServer(server: string, name: string, json: boolean): Promise<number> {
  const url = server.replace(/\/$/, '')
  const token = await operatorToken(url)
  const base = url + contract.provenance.base
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': TENANT }
  const asOperator = client(crawls, base, (address, init) =>
    fetch(address, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
  )
  const directory = client(vendors, base)
  const host = name
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
  const { vendors: found } = await directory.list({ query: { q: host, limit: 50, offset: 0, sort: 'name' } })
  const vendor = found.find(({ slug, primary_domain }) => slug === host || primary_domain === host)
  if (!vendor)
    throw new NotThroughServer(
      `${name} is not in the directory of ${url}. Stop the server to add it with this command.`,
    )
  const started = await asOperator.run({ body: { vendor_id: vendor.id } })
  let job = started
  let shown = new Set<string>()
  while (job.status === 'queued' || job.status === 'running') {
    await sleep(LOOK_MS)
    const { jobs } = await asOperator.jobs({ query: { vendor_id: vendor.id, limit: 100 } })
    job = jobs.find(({ id }) => id === started.id) ?? job
    const ended = jobs.filter(({ created_at, completed_at }) => completed_at && created_at >= started.created_at)
    if (!json)
      for (const one of ended.filter(({ id }) => id !== started.id && !shown.has(id)))
        console.error(`${one.status}${one.error_class && ` (${one.error_class})`} ${one.source_kind} ${one.source_url}`)
    shown = new Set(ended.map(({ id }) => id))
  }
  const profile = await directory.profile({ params: { slug: vendor.slug }, query: {} })
  if (json) console.log(JSON.stringify({ job, profile }, null, 2))
  else if (job.status !== 'succeeded') console.log(`${job.status}: ${job.error_detail}`)
  else console.log(`${profile.claims.length} claims: ${base}/vendors/${vendor.slug}/evidence-profile`)
  return job.status === 'succeeded' ? 0 : 1
}

async function operatorToken(url: string): Promise<string> {
  try {
    return await fetchToken(await makeDemoClient(url, { tenant: TENANT, role: 'operator' }))
  } catch (error) {
    throw new NotThroughServer(
      `The server cannot be used from here (${error instanceof Error ? error.message : error}). Use its API as an operator: POST ${contract.provenance.base}/app/crawls/run.`,
    )
  }
}
