// The error of a pack that does not load: every fault with its file and place.
import { AppError } from '@veritrace/platform/errors'
import type { PackFault } from './files/reader.ts'

export function invalidPack(faults: readonly PackFault[]): AppError {
  const errors = faults.map(({ file, path, message }) => ({ path: path ? `${file}#${path}` : file, message }))
  const [first, ...more] = errors
  const detail = first && more.length === 0 ? `${first.path || 'The pack'}: ${first.message}.` : undefined
  // What else is wrong comes first: mended, there may be no such pattern any more.
  const code = faults.length > 0 && faults.every(({ isRefused }) => isRefused) ? 'pattern_refused' : 'pack_invalid'
  return new AppError(code, detail, { errors })
}
