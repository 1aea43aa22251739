// Regular expressions from packs. They run on the event loop, against thousands of names, so their limits are lower than
// those of SHACL patterns. Pure.
import { type Pattern, PatternError, scriptPattern } from '@veritrace/platform/patterns/pattern'

export type { Pattern }

const MAX_PATTERN = 2_000
const MAX_STEPS = 1_000
/** Low, because there can be many patterns and they stay in memory. */
const MEMORY_BYTES = 32_768
const MAX_SUBJECT = 400

/** The text that patterns are matched against. */
export const subjectOf = (text: string): string =>
  text
    .slice(0, 4 * MAX_SUBJECT)
    .replace(/\s+/g, ' ')
    .slice(0, MAX_SUBJECT)

/** Throws a PatternError that says why the pattern is refused. */
export const compilePattern = (source: string, flags = ''): Pattern =>
  scriptPattern(source, flags, { characters: MAX_PATTERN, steps: MAX_STEPS, memoryBytes: MEMORY_BYTES })

/** The message of an error as part of a fault, and whether it is a pattern that could take too long. */
export function faultOf(error: unknown): { message: string; isRefused: boolean } {
  if (!(error instanceof PatternError))
    return { message: error instanceof Error ? error.message : 'cannot be read', isRefused: false }
  const { kind, message } = error
  return {
    message: message.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase()).replace(/\.$/, ''),
    isRefused: kind === 'refused',
  }
}
