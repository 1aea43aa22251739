// The error for a pack that does not load, with every fault, its file and its place.
import { AppError } from '@veritrace/platform/errors'
import type { PackFault } from './files/reader.ts'

export function invalidPack(faults: readonly PackFault[]): AppError {
  const errors = faults.map(({ file, path, message }) => ({ path: path ? `${file}#${path}` : file, message }))
  const [first, ...more] = errors
  const detail = first && more.length === 0 ? `${first.path || 'The pack'}: ${first.message}.` : undefined
  // Other faults take precedence, because fixing them may remove the pattern.
  const code = faults.length > 0 && faults.every(({ isRefused }) => isRefused) ? 'pattern_refused' : 'pack_invalid'
  return new AppError(code, detail, { errors })
}
