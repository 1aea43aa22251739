// What a thread is given of the environment: nothing but where compiled code is kept, without which a thread compiles all of it anew.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

export function threadEnv(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir()
  // The folder of this very Node stands in the one that was named.
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {}
}
