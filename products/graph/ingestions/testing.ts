// A test tenant that ingests documents. Tests run the jobs explicitly.

import assert from 'node:assert/strict'
import { ingestions } from '@veritrace/contract/graph/ingestions'
import type { Job } from '@veritrace/platform/jobs/job'
import type { Product } from '@veritrace/platform/product'
import type { TestApp } from '@veritrace/platform/testing/app'
import { jobRun } from '@veritrace/platform/testing/job-run'
import { graphTenant } from '../statements/testing.ts'
import { INGEST, type IngestOrder } from './ingest-job.ts'

type More = Parameters<Awaited<ReturnType<typeof graphTenant>>['at']>[1]
interface Sending {
  context?: string
  more?: More
  headers?: Record<string, string>
  query?: string
  role?: 'viewer' | 'member'
}

/** Interrupts an ingestion when the given file checks its signal for the nth time. */
export function cutAt(file: 'reading/reader.ts' | 'batched-change.ts', times: number): AbortSignal {
  const cut = new AbortController()
  const { signal } = cut
  let asked = 0
  signal.throwIfAborted = () => {
    if (new Error().stack!.includes(`/ingestions/${file}`) && ++asked === times) cut.abort(new Error('cut off'))
    AbortSignal.prototype.throwIfAborted.call(signal)
  }
  return signal
}

export async function ingestingTenant(app: TestApp) {
  const tenant = await graphTenant(app)
  const { at } = tenant
  /** Sends any bytes with any type. */
  const post = async (
    type: string,
    body: string | Uint8Array<ArrayBuffer>,
    options: Sending = {},
  ): Promise<Response> => {
    const { context, more, headers, query = '', role = 'member' } = options
    return fetch(`${app.url}/graph/ingestions/statements${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await app.key(tenant.tenant, role)}`,
        'content-type': type,
        ...at(context, more),
        ...headers,
      },
      body,
      duplex: 'half',
    } as RequestInit)
  }
  const api = (role: 'viewer' | 'member' = 'member') => app.client(ingestions, tenant.tenant, role)
  const run = async (
    product: Product,
    id: string,
    attempt = 1,
    signal = new AbortController().signal,
  ): Promise<void> => {
    const job = product.jobs.find(({ name }) => name === INGEST) as Job<IngestOrder> | undefined
    await job!.handle({ tenant: tenant.tenant.id, id }, jobRun({ attempt, signal, log: app.platform.log }))
  }
  return {
    ...tenant,
    post,
    api,
    send: async (type: string, body: string | Uint8Array<ArrayBuffer>, options?: Sending) => {
      const response = await post(type, body, options)
      const { id, code } = (await response.json()) as { id: string; code?: string }
      return { status: response.status, id, code }
    },
    /** Runs the ingestion job as a worker would. */
    run,
    /** Runs the ingestion job and interrupts it after this many chunks, so only those are written. */
    runInPart: async (product: Product, id: string, chunks: number): Promise<void> => {
      const { total } = await api().get({ params: { id }, headers: at() })
      // The reader checks its signal at the start and for each chunk, and twice more if it counts first.
      const times = chunks + 2 + (total === null ? 2 : 0)
      await assert.rejects(run(product, id, 1, cutAt('reading/reader.ts', times)), /cut off/)
    },
  }
}
