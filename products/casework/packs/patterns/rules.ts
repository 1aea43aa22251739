// Regular expressions that packs bring, and what they are held against. They are tried on the event loop, for thousands of
// names, so they are smaller than those of shapes. Pure.
import { type Pattern, PatternError, scriptPattern } from '@veritrace/platform/patterns/pattern'

export type { Pattern }

const MAX_PATTERN = 2_000
const MAX_STEPS = 1_000
/** There can be many, for as long as the process lives. */
const MEMORY_BYTES = 32_768
const MAX_SUBJECT = 400

/** What a pattern is held against. */
export const subjectOf = (text: string): string =>
  text
    .slice(0, 4 * MAX_SUBJECT)
    .replace(/\s+/g, ' ')
    .slice(0, MAX_SUBJECT)

/** Throws a PatternError that says why the pattern is not taken. */
export const compilePattern = (source: string, flags = ''): Pattern =>
  scriptPattern(source, flags, { characters: MAX_PATTERN, steps: MAX_STEPS, memoryBytes: MEMORY_BYTES })

/** What an error says of a place in a pack, and whether it says that a pattern could take too long. */
export function faultOf(error: unknown): { message: string; isRefused: boolean } {
  if (!(error instanceof PatternError))
    return { message: error instanceof Error ? error.message : 'cannot be read', isRefused: false }
  const { kind, message } = error
  return {
    message: message.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase()).replace(/\.$/, ''),
    isRefused: kind === 'refused',
  }
}
