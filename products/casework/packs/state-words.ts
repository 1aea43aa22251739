// A pack's labels for the states in its lists. Pure.
import { ownValue } from '@veritrace/platform/names'
import type { Pack } from './pack.ts'

type PackLabels = Pick<Pack, 'ui'>

export const stateWords = ({ ui }: PackLabels): Readonly<Record<string, string>> =>
  (ui.states ?? {}) as Readonly<Record<string, string>>

/** The state itself if the pack has no label for it. */
export const stateWord = (pack: PackLabels, state: string): string => ownValue(stateWords(pack), state) ?? state

/** The label in the middle of a sentence: `not to be released` for notToBeReleased. */
export const stateInProse = (pack: PackLabels, state: string): string => lowercased(stateWord(pack, state))

/** Lowercases the first letter, except in abbreviations. */
const lowercased = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label
