// The packs that ship with the product. Their files never change while the process runs, so they are read once.
import { zipSync } from 'fflate'
import type { CaseworkParts } from '../deps.ts'
import { readFolder } from './files/pack-files.ts'
import { loadFolder } from './load.ts'
import type { Pack } from './pack.ts'
import { listProductVersions, putProductPack } from './product-store.ts'

const FOLDERS = ['clean-core', 'vendor-trust'] as const
/** Used if a request names no pack. */
export const DEFAULT_PACK: string = FOLDERS[0]

const folderOf = (name: string): URL => new URL(`./${name}/`, import.meta.url)

let loading: Promise<readonly Pack[]> | undefined

export function loadBuiltIn(): Promise<readonly Pack[]> {
  loading ??= Promise.all(FOLDERS.map((name) => loadFolder(folderOf(name))))
  return loading
}

/** Only the default pack, for commands that need no other. */
export const loadBuiltInPack = (): Promise<Pack> => loadFolder(folderOf(DEFAULT_PACK))

/** Stores the files of these versions, so that cases can use them after the product ships newer ones. */
export async function storeBuiltIn({ db, clock }: Pick<CaseworkParts, 'db' | 'clock'>): Promise<void> {
  const stored = new Set((await listProductVersions(db)).map(({ digest }) => digest))
  for (const { ref } of await loadBuiltIn()) {
    if (stored.has(ref.digest)) continue
    const files = await readFolder(folderOf(ref.id))
    await putProductPack(db, {
      pack_id: ref.id,
      version: ref.version,
      digest: ref.digest,
      files: Buffer.from(zipSync(Object.fromEntries(files), { mtime: '2026-01-01' })),
      stored_at: clock.now(),
    })
  }
}
