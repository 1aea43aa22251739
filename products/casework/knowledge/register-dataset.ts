// Registers a named graph in the catalog of the graph: title, publisher, license, and the source files with their
// hashes. Each step can be repeated, because existing entries are found and left as they are.

import { client } from '@veritrace/contract/client'
import { catalog, type Dataset, type NewDistribution } from '@veritrace/contract/graph/catalog'
import { GraphFailure } from '@veritrace/platform/outside/graph/graph-failure'
import type { GraphSender } from '@veritrace/platform/outside/graph/send'
import type { GraphContext } from '../model/graph-contexts.ts'
import type { Asking } from './graph-client.ts'
import { contextIri } from './rules.ts'

/** The description of a context as a whole. */
export interface Described {
  title: string
  description: string
  keywords: string[]
  publisher?: string
  license?: string
  files: readonly Omit<NewDistribution, 'datasetId'>[]
}

const SEND_MS = 30_000
const LISTED = 200

export async function registerDataset(
  { sender, url }: { sender: GraphSender; url: string },
  context: GraphContext,
  known: string | null,
  described: Described | undefined,
  { signal, check }: Asking = {},
): Promise<string | null> {
  const iri = contextIri(context)
  const headers = { 'x-tenant-id': context.tenant, 'x-workspace-id': context.workspace, 'x-context-id': iri }
  const calls = client(catalog, url, (address, init) =>
    sender.send(address, init, { signal, check, timeoutMs: SEND_MS }),
  )
  const { items } = await calls.listDatasets({ query: { limit: LISTED }, headers })
  const found = items.find(({ id }) => id === known) ?? items.find(({ contextId }) => contextId === iri)
  if (!described) {
    if (found) await unlessGone(calls.deleteDataset({ params: { id: found.id }, headers }))
    return null
  }
  const { files, ...about } = described
  const dataset = found ?? (await calls.createDataset({ body: { ...about, contextId: iri }, headers }))
  if (found && !isSame(found, about)) await calls.updateDataset({ params: { id: found.id }, body: about, headers })
  const there = new Set(dataset.distributions.map(({ checksum }) => checksum?.value))
  for (const file of files)
    if (!there.has(file.checksum?.value))
      await calls.createDistribution({ body: { ...file, datasetId: dataset.id }, headers })
  return dataset.id
}

const isSame = (found: Dataset, { title, description, license, publisher }: Omit<Described, 'files'>): boolean =>
  found.title === title &&
  found.description === description &&
  found.license === (license ?? null) &&
  found.publisher === (publisher ?? null)

async function unlessGone(deleted: Promise<unknown>): Promise<void> {
  try {
    await deleted
  } catch (error) {
    if (!(error instanceof GraphFailure) || error.refusal !== 'refused') throw error
  }
}
