// Extracts the text of an archived page for visitors. Extraction costs much more than a request, so results are cached
// for a while and the number of concurrent extractions is limited.
import { briefCache } from '@veritrace/platform/identity/brief-cache'
import { readBytes } from '../crawl/snapshots.ts'
import { DocumentTooHard, ReadersBusy } from '../crawl/threads/pool.ts'
import type { Provenance } from '../deps.ts'
import type { Proof } from './proof-store.ts'

/** Undefined if the bytes are not stored or cannot be read, or if too many extractions are running. */
export type ArchivedText = (proof: Archived) => Promise<string | undefined>
type Archived = Pick<Proof, 'sha256' | 'content_type' | 'url' | 'kind' | 'display_name' | 'primary_domain' | 'aliases'>
type Deps = Pick<Provenance, 'blobs' | 'clock' | 'extractors'>

const REMEMBERED_MS = 10 * 60_000
const MAX_REMEMBERED = 20
/** A separate tenant, so that visitors do not wait for the crawler. */
const VISITORS = 'visitors'
/** Leaves capacity of the threads for the crawler. */
const MAX_AT_ONCE = 4

export function openArchive(deps: Deps): ArchivedText {
  const known = briefCache<Reading>(deps.clock, REMEMBERED_MS, MAX_REMEMBERED)
  const running = new Map<string, Promise<Reading | undefined>>()

  const begin = (key: string, proof: Archived): Promise<Reading | undefined> => {
    const begun = known
      .get(key, async () => (running.size >= MAX_AT_ONCE ? undefined : read(deps, proof)))
      .finally(() => running.delete(key))
    running.set(key, begun)
    return begun
  }
  return async (proof) => {
    // Equal bytes with another content type are another document.
    const key = `${proof.sha256} ${proof.content_type}`
    const reading = await (running.get(key) ?? begin(key, proof))
    return reading?.text
  }
}

/** `text` is undefined if the document cannot be read. This result is cached, too. */
interface Reading {
  text: string | undefined
}

async function read(deps: Deps, proof: Archived): Promise<Reading | undefined> {
  const bytes = await readBytes(deps, proof.sha256)
  if (!bytes) return undefined
  const { url, kind, display_name: name, primary_domain: domain, aliases } = proof
  try {
    const context = { url, kind, vendor: { name, domain, aliases } }
    const { text } = await deps.extractors.extract(bytes, proof.content_type, context, { tenant: VISITORS })
    return { text }
  } catch (error) {
    if (error instanceof DocumentTooHard) return { text: undefined }
    if (error instanceof ReadersBusy) return undefined
    throw error
  }
}
