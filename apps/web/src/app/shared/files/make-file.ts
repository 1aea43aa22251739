// Waits for a file that the server renders from a project, and downloads it.
import slices from 'virtual:casework-lines'
import type { Asset } from '@veritrace/contract/casework/assets'
import { saveBlob } from '../../../ui/save.ts'
import { api, callApi } from '../../api.ts'

const PAUSE_MS = 700
const MAX_POLLS = 170

/** Polls until the file is ready, because long reports take a while. */
export async function saveWhenReady(asked: Asset, projectId: string): Promise<Asset> {
  let asset: Asset | undefined = asked
  for (let polls = 0; asset?.state === 'rendering' && polls < MAX_POLLS; polls++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const { items } = await api.assets.list({ params: { id: projectId }, query: { limit: 50, kind: asked.kind } })
    asset = items.find(({ id }) => id === asked.id)
  }
  if (asset?.state !== 'ready') throw new Error(asset?.error ?? 'The file was not ready in time. Try again later.')
  await saveAsset(asset, projectId)
  return asset
}

/** Uses fetch, because a link would lack our headers and request the file in the default workspace. */
async function saveAsset({ id, filename }: Asset, projectId: string): Promise<void> {
  const path = slices.assets.download.path
    .replace('{id}', encodeURIComponent(projectId))
    .replace('{assetID}', encodeURIComponent(id))
  const response = await callApi(path)
  if (!response.ok) throw new Error((await response.json().catch(() => ({})))?.detail ?? `${response.status}`)
  saveBlob(filename, await response.blob())
}
