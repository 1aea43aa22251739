// Adds the sample estate of a pack as evidence, so that it is parsed exactly like uploaded files.
import { createHash } from 'node:crypto'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import { type Zippable, zipSync } from 'fflate'
import type { Casework } from '../deps.ts'
import { addEvidence, type StoredFile } from '../evidence/add-evidence.ts'
import { evidencePrefix } from '../evidence/rules.ts'
import type { Pack } from '../packs/pack.ts'
import type { Tables } from '../tables.ts'

/** A fixed timestamp, so that equal files give equal archives. */
const MADE_AT = new Date('2026-01-01T00:00:00Z')

/** Stores the files of the sample; `loadSample` creates their records. */
export async function prepareSample(
  { blobs }: Pick<Casework, 'blobs'>,
  tenant: string,
  projectId: string,
  pack: Pack,
): Promise<StoredFile[]> {
  const stored: StoredFile[] = []
  for (const [filename, bytes] of sampleFiles(pack)) {
    const id = newId('evi')
    const key = `${evidencePrefix(tenant, projectId)}${id}`
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await blobs.put(key, bytes, { contentType: 'application/octet-stream', sha256 })
    stored.push({ id, key, filename, mediaType: '', bytes: bytes.length, sha256 })
  }
  return stored
}

export async function loadSample(
  deps: Casework,
  tx: Db<Tables>,
  caller: Caller,
  projectId: string,
  files: readonly StoredFile[],
): Promise<void> {
  for (const file of files) await addEvidence(deps, tx, caller, projectId, file, { label: `Sample: ${file.filename}` })
}

/** A folder of the sample becomes an archive. Sample files of the pack's sources are not evidence. */
function sampleFiles({ sample, sources }: Pack): Map<string, Uint8Array> {
  const ofSources = new Set(sources.map((source) => source.sample))
  const files = new Map<string, Uint8Array>()
  const folders = new Map<string, Zippable>()
  for (const [path, bytes] of Object.entries(sample).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [folder, ...rest] = path.split('/')
    if (ofSources.has(path) || folder === 'lists') continue
    if (rest.length === 0) files.set(path, bytes)
    else {
      const archive = folders.get(folder!) ?? {}
      folders.set(folder!, archive)
      archive[rest.join('/')] = [bytes, { mtime: MADE_AT }]
    }
  }
  for (const [folder, archive] of folders) files.set(`${folder}.zip`, zipSync(archive))
  return files
}
