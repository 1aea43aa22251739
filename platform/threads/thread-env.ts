// The environment of a thread: only the compile cache, without which a thread compiles everything again.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

export function threadEnv(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir()
  // The cache folder of this Node version is inside the configured folder.
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {}
}
