// The shipped lists that still have to be imported: those with only a sample, or with an older shipped file.
import type { Casework } from '../../deps.ts'
import { PACKED_TYPE } from '../../model/packed-type.ts'
import { isOfDefaultTarget } from '../../packs/default-lists.ts'
import { listCurrentVersions } from '../entry-store.ts'
import { SAMPLE_VERSION } from '../rules.ts'
import { type PublishedList, published } from './published.ts'

/** Lists of the pack's default target come first. */
export async function duePublished(deps: Casework): Promise<PublishedList[]> {
  if (!deps.config.casework.shippedLists) return []
  const versions = await listCurrentVersions(deps.db, deps.corpusSpace)
  const due = published().lists.filter((list) => {
    const current = versions.find(({ pack_id, list_id }) => pack_id === list.pack && list_id === list.list_id)
    if (!current || current.version_label === SAMPLE_VERSION) return true
    return current.media_type === PACKED_TYPE && current.content_hash !== `sha256:${list.sha256}`
  })
  const isFirst = ({ pack: id, list_id }: PublishedList): boolean => {
    const pack = deps.packs.builtIn().find(({ ref }) => ref.id === id)
    return pack !== undefined && isOfDefaultTarget(pack, list_id)
  }
  return due.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
}
