// Loads the built-in packs at startup, and packs of a workspace when they are first needed.
import { notFound } from '@veritrace/platform/errors'
import type { CaseworkParts } from '../deps.ts'
import { digestOf } from '../model/digest.ts'
import type { Scope } from '../model/space.ts'
import { DEFAULT_PACK, loadBuiltIn, storeBuiltIn } from './built-in.ts'
import { invalidPack } from './invalid-pack.ts'
import type { Pack } from './pack.ts'
import { type ActivePack, effectiveOptions, type InstalledVersion, type Packs } from './packs.ts'
import { findProductFiles, listProductVersions } from './product-store.ts'
import { findFiles, findSettings, listSettings, listUploaded } from './store.ts'
import type { SettingsRow } from './tables.ts'
import { openLoaders } from './threads/loaders.ts'
import { compareVersions } from './versions.ts'
import { workspaceOptions } from './workspace-options.ts'

/** Number of uploaded packs cached in memory. */
const MAX_CACHED = 16

export async function openPacks(parts: Pick<CaseworkParts, 'db' | 'clock' | 'log'>): Promise<Packs> {
  const { db, log } = parts
  const builtIn = await loadBuiltIn()
  await storeBuiltIn(parts)
  const loaders = openLoaders(log)
  const cache = new Map<string, Promise<Pack>>()

  const inProduct = (id: string): Pack | undefined => builtIn.find((pack) => pack.ref.id === id)

  async function versionsOf(scope: Scope, packId: string, settings?: SettingsRow): Promise<InstalledVersion[]> {
    const own = inProduct(packId)
    const uploaded = await listUploaded(db, scope, packId)
    const all: Omit<InstalledVersion, 'active'>[] = uploaded.map((row) => ({
      version: row.version,
      digest: row.digest,
      title: row.title,
      origin: 'uploaded',
      created_at: row.created_at,
    }))
    for (const { version, digest } of await listProductVersions(db, packId))
      if (!all.some((one) => one.version === version))
        all.push({ version, digest, title: own?.title ?? packId, origin: 'built_in' })
    all.sort((a, b) => compareVersions(a.version, b.version))
    const active = settings?.version ?? own?.ref.version ?? all.at(-1)?.version
    return all.map((one) => ({ ...one, active: one.version === active }))
  }

  async function load(scope: Scope, id: string, version: string): Promise<Pack | undefined> {
    const own = inProduct(id)
    if (own?.ref.version === version) return own
    const key = `${scope.tenant}/${scope.workspace}/${id}@${version}`
    const known = cache.get(key)
    if (known) return known
    const row = (await findFiles(db, scope, id, version)) ?? (await findProductFiles(db, id, version))
    if (!row) return undefined
    const loading = loaders.run(row.files, { tenant: scope.tenant }).then(({ pack, faults }) => {
      if (pack) return pack
      throw invalidPack(faults)
    })
    cache.set(key, loading)
    loading.catch(() => cache.delete(key))
    for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest)
    return loading
  }

  async function activeOf(scope: Scope, id: string, settings?: SettingsRow, pinned?: string): Promise<ActivePack> {
    const own = inProduct(id)
    const version =
      pinned ??
      settings?.version ??
      own?.ref.version ??
      (await versionsOf(scope, id)).at(-1)?.version ??
      notFound('pack', id)
    const pack = (await load(scope, id, version)) ?? notFound('pack', `${id}@${version}`)
    return activate(pack, settings?.options ?? {})
  }

  return {
    builtIn: () => builtIn,
    of: async (scope, packId = DEFAULT_PACK) => activeOf(scope, packId, await findSettings(db, scope, packId)),
    pinned: async (scope, { id, version }) => activeOf(scope, id, await findSettings(db, scope, id), version),
    async all(scope) {
      const [settings, uploaded] = [await listSettings(db, scope), await listUploaded(db, scope)]
      const ids = new Set([...builtIn.map((pack) => pack.ref.id), ...uploaded.map((row) => row.pack_id)])
      const setBy = new Map(settings.map((row) => [row.pack_id, row]))
      const found = await Promise.allSettled([...ids].map((id) => activeOf(scope, id, setBy.get(id))))
      return found.flatMap((one) => {
        if (one.status === 'fulfilled') return [one.value]
        // A pack that no longer loads, for example with a newer core, must not hide the others.
        log.warn({ err: one.reason }, 'a pack does not load')
        return []
      })
    },
    versions: async (scope, packId) => versionsOf(scope, packId, await findSettings(db, scope, packId)),
    read: loaders.run,
    close: () => loaders.close(),
  }
}

/** A pack with values for its options. */
export function activate(pack: Pack, set: Readonly<Record<string, string>>): ActivePack {
  const options = effectiveOptions(pack, set)
  return { pack, options, working: workspaceOptions(set), revision: digestOf({ ref: pack.ref, options }) }
}
