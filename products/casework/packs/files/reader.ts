// Reads the files of a pack and collects all faults instead of throwing at the first one.
import { checkValue, type Static, type TSchema } from '@veritrace/platform/json-schema'
import { NO_TEXT, pathOfNoText } from '../../model/text.ts'
import type { PackFiles } from './pack-files.ts'
import { readYaml } from './yaml.ts'

export interface PackFault {
  file: string
  /** Path inside the file, such as `rows.3.id`; empty for the whole file. */
  path: string
  message: string
  /** The pattern could take too long. */
  isRefused?: boolean
}

export interface Reader {
  faults: PackFault[]
  refuse(file: string, path: string, message: string, isRefused?: boolean): void
  text(path: string): string
  /** The validated file, or `absent` if the file is missing; undefined if it has faults. */
  yaml<T extends TSchema>(path: string, schema: T, absent?: Static<T>): Static<T> | undefined
  value<T extends TSchema>(path: string, schema: T, value: unknown): Static<T> | undefined
  /** Sorted paths below a folder. */
  below(folder: string): string[]
  bytes(path: string): Uint8Array
}

const MAX_FAULTS = 200

export function openReader(files: PackFiles): Reader {
  const faults: PackFault[] = []
  const paths = [...files.keys()].sort()
  const decoder = new TextDecoder()

  const reader: Reader = {
    faults,
    refuse(file, path, message, isRefused = false) {
      if (faults.length < MAX_FAULTS) faults.push({ file, path, message, ...(isRefused && { isRefused }) })
    },
    bytes: (path) => files.get(path) ?? new Uint8Array(),
    text: (path) => decoder.decode(files.get(path)),
    below: (folder) => paths.filter((path) => path.startsWith(`${folder}/`)),
    yaml(path, schema, absent) {
      if (!files.has(path)) {
        if (absent === undefined) reader.refuse(path, '', 'is missing')
        return absent
      }
      try {
        return reader.value(path, schema, readYaml(reader.text(path)))
      } catch (error) {
        reader.refuse(path, '', error instanceof Error ? error.message : 'cannot be read')
        return undefined
      }
    },
    value(path, schema, value) {
      const checked = checkValue(schema, value)
      for (const fault of checked.faults ?? []) reader.refuse(path, fault.path, fault.message)
      const odd = pathOfNoText(value)
      if (odd !== undefined) reader.refuse(path, odd, NO_TEXT)
      return checked.value
    },
  }
  return reader
}
