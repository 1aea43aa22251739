// Builds the web files if they are missing or were built from other sources.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const HERE = import.meta.dirname
export const WEB_FOLDER = join(HERE, 'dist')
/** File in the build folder with the hash of the sources. */
export const BUILT_FROM = 'built-from'

/** Returns undefined on success, otherwise an error message: the server also runs without these files, and its pages say so. */
export async function ensureWebBuilt(): Promise<string | undefined> {
  if (builtFrom() === sourceHash()) return undefined
  // A deployment contains the build but not the build tools.
  if (!hasBuilder()) return existsSync(WEB_FOLDER) ? undefined : 'apps/web is not built, and vite is not installed.'
  try {
    await promisify(execFile)(process.execPath, [join(HERE, 'build.ts'), '--quick'], { cwd: HERE })
    return undefined
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    return `apps/web could not be built.\n${stderr?.trim() || message}`
  }
}

/** Hash of all files that affect the build. */
export function sourceHash(): string {
  const files = globSync(['*.{ts,json}', 'src/**/*'], { cwd: HERE, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
  const hash = createHash('sha256')
  for (const file of [...files.toSorted(), join(HERE, '../../package-lock.json')])
    hash
      .update(`${file.slice(HERE.length)}\n`)
      .update(readFileSync(file))
      .update('\n')
  return hash.digest('hex')
}

function builtFrom(): string | undefined {
  const file = join(WEB_FOLDER, BUILT_FROM)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function hasBuilder(): boolean {
  try {
    return Boolean(import.meta.resolve('vite'))
  } catch {
    return false
  }
}
