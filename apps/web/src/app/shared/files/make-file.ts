// Files that the server makes of a project: asked for, waited for, and saved.
import slices from 'virtual:casework-lines'
import type { Asset } from '@veritrace/contract/casework/assets'
import { saveBlob } from '../../../ui/save.ts'
import { api, callApi } from '../../api.ts'

const PAUSE_MS = 700
const MOST_LOOKS = 170

/** Waits until it is written; long reports take a while. */
export async function saveWhenReady(asked: Asset, projectId: string): Promise<Asset> {
  let asset: Asset | undefined = asked
  for (let looks = 0; asset?.state === 'rendering' && looks < MOST_LOOKS; looks++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const { items } = await api.assets.list({ params: { id: projectId }, query: { limit: 50, kind: asked.kind } })
    asset = items.find(({ id }) => id === asked.id)
  }
  if (asset?.state !== 'ready') throw new Error(asset?.error ?? 'The file was not written in time. Try again later.')
  await saveAsset(asset, projectId)
  return asset
}

/** With our headers: a plain link would ask in the workspace that one comes from. */
async function saveAsset({ id, filename }: Asset, projectId: string): Promise<void> {
  const path = slices.assets.download.path
    .replace('{id}', encodeURIComponent(projectId))
    .replace('{assetID}', encodeURIComponent(id))
  const response = await callApi(path)
  if (!response.ok) throw new Error((await response.json().catch(() => ({})))?.detail ?? `${response.status}`)
  saveBlob(filename, await response.blob())
}
