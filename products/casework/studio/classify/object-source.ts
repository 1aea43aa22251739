// The source that the user pasted, or the source of the one object selected from an archive.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { StudioInput } from '@veritrace/contract/casework/studio-shapes'
import { Quarantine, Unreadable } from '../../evidence/reading/failures.ts'
import { wholeText } from '../../evidence/reading/text.ts'
import { openArchive } from '../../evidence/reading/zip.ts'
import { findEvidence } from '../../evidence/store.ts'
import { shortForm } from '../../model/artifacts.ts'
import type { Scope } from '../../model/space.ts'
import type { Studio } from '../deps.ts'
import { findObjectFile } from './evidence-store.ts'

/** The same limit as for pasted sources. */
const LARGEST = 1_048_576

export async function sourceOf(
  deps: Pick<Studio, 'db' | 'blobs'>,
  scope: Scope,
  input: StudioInput,
): Promise<{ path: string; text: string } | undefined> {
  if (input.kind === 'abap_source' && input.content !== undefined)
    return { path: input.filename ?? 'snippet.abap', text: input.content }
  const [picked] = input.kind === 'evidence' && input.objects?.length === 1 ? input.objects : []
  if (!picked || !input.evidence_id) return undefined
  const row = await findEvidence(deps.db, scope, input.evidence_id)
  if (row?.kind !== 'abapgit_zip') return undefined
  const path = await findObjectFile(deps.db, scope, row.id, picked)
  if (!path || !/\.abap$/i.test(path)) return undefined
  const text = await textInArchive(deps, row.blob_key, path)
  return text === undefined ? undefined : { path, text }
}

async function textInArchive({ blobs }: Pick<Studio, 'blobs'>, key: string, path: string): Promise<string | undefined> {
  const blob = await blobs.get(key)
  if (!blob) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'veritrace-studio-'))
  try {
    const file = join(folder, 'file')
    await pipeline(blob.stream, createWriteStream(file))
    const archive = await openArchive(file)
    try {
      const entry = archive.entries.find(({ fileName }) => fileName === path)
      if (!entry || entry.uncompressedSize > LARGEST) return undefined
      return await wholeText(await archive.stream(entry))
    } finally {
      archive.close()
    }
  } catch (error) {
    // The archive could be read before. If that fails now, the files are generated without it.
    if (error instanceof Unreadable || error instanceof Quarantine) return undefined
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** True if nothing is selected, or if one of the short forms, such as `PROG:ZFOO`, is that of the object. */
export const isPicked = (objects: readonly string[] | undefined, named: { type: string; name: string }): boolean =>
  !objects || objects.some((one) => one.trim().toUpperCase() === shortForm(named).toUpperCase())
