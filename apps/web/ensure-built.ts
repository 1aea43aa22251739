// Builds the web files where there are none, or where they were built from something else.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const HERE = import.meta.dirname
export const WEB_FOLDER = join(HERE, 'dist')
/** In a folder of files: what they were built from. */
export const BUILT_FROM = 'built-from'

/** Undefined when all is well, else a sentence: the server runs without these files too, the pages say so. */
export async function ensureWebBuilt(): Promise<string | undefined> {
  if (builtFrom() === sourceHash()) return undefined
  // A deployment has what was built and not what builds.
  if (!hasBuilder()) return existsSync(WEB_FOLDER) ? undefined : 'apps/web is not built, and vite is not installed.'
  try {
    await promisify(execFile)(process.execPath, [join(HERE, 'build.ts'), '--quick'], { cwd: HERE })
    return undefined
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    return `apps/web could not be built.\n${stderr?.trim() || message}`
  }
}

/** Of everything that makes the files what they are. */
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
