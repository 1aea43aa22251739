// Reads a repository from a folder, with the same files as from its archive.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from '../source/read-repository.ts'
import { isRead } from '../source/repository-files.ts'

/** Sorted by name, so that all runs see the files in the same order. */
export const repositoryFiles = (folder: string): SourceFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.git/') && isRead(name))
    .sort()
    .map((filename) => ({ filename, text: readFileSync(join(folder, filename), 'utf8') }))
