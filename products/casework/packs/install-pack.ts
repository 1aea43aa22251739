// Installs an uploaded pack if it loads and passes its own tests.
import type { PackSummary } from '@veritrace/contract/casework/packs'
import { type Answer, answer } from '@veritrace/platform/answer'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { invalidPack } from './invalid-pack.ts'
import { activate } from './open.ts'
import type { Pack } from './pack.ts'
import type { InstalledVersion } from './packs.ts'
import { findSettings, insertPack } from './store.ts'
import { compareVersions } from './versions.ts'
import { viewSummary } from './view.ts'

export async function installPack(
  deps: Casework,
  caller: Caller,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Answer<PackSummary>> {
  const body = Buffer.concat(await Array.fromAsync(chunks))
  const { pack, faults } = await deps.packs.read(body, { tenant: caller.tenant, signal })
  if (!pack) throw invalidPack(faults)
  const scope = scopeOf(caller)
  const settings = await findSettings(deps.db, scope, pack.ref.id)
  const versions = await deps.packs.versions(scope, pack.ref.id)
  const active = activate(pack, settings?.options ?? {})
  const known = findVersion(versions, pack)
  if (known) return answer(viewSummary(active, known), { status: 200 })

  const state = { origin: 'uploaded' as const, active: !settings?.version && isNewest(versions, pack) }
  return transact(deps.db, async (tx) => {
    const { id, version, digest } = pack.ref
    const isNew = await insertPack(tx, {
      tenant_id: scope.tenant,
      workspace_id: scope.workspace,
      pack_id: id,
      version,
      digest,
      title: pack.title,
      files: body,
      created_by: caller.actor.id,
      created_at: deps.clock.now(),
    })
    // A concurrent upload of the same version won.
    if (!isNew) fail('pack_version_exists', `${id} ${version} was installed just now.`)
    await deps.events.record(tx, caller, {
      action: 'pack.install',
      resource: { type: 'pack', id, label: `${pack.title} ${version}` },
      data: { version, digest },
    })
    return answer(viewSummary(active, state), { status: 201 })
  })
}

/** The installed version with the same files; 409 if that version is installed with other files. */
function findVersion(versions: readonly InstalledVersion[], { ref }: Pack): InstalledVersion | undefined {
  const known = versions.find(({ version }) => version === ref.version)
  if (known && known.digest !== ref.digest)
    fail('pack_version_exists', `${ref.id} ${ref.version} is installed with the digest ${known.digest}.`)
  return known
}

/** For an uploaded pack, the newest version is active unless the workspace has chosen one. */
const isNewest = (versions: readonly InstalledVersion[], { ref }: Pack): boolean =>
  versions.every(({ origin, version }) => origin === 'uploaded' && compareVersions(version, ref.version) < 0)
