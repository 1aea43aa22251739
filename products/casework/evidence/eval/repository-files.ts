// A repository in a folder, as its archive would be read.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from '../source/read-repository.ts'
import { isRead } from '../source/repository-files.ts'

/** By name, so that two runs read the same files in the same order. */
export const repositoryFiles = (folder: string): SourceFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.git/') && isRead(name))
    .sort()
    .map((filename) => ({ filename, text: readFileSync(join(folder, filename), 'utf8') }))
