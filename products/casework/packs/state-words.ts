// What a pack calls the states of its lists. Pure.
import { ownValue } from '@veritrace/platform/names'
import type { Pack } from './pack.ts'

type Shown = Pick<Pack, 'ui'>

export const stateWords = ({ ui }: Shown): Readonly<Record<string, string>> =>
  (ui.states ?? {}) as Readonly<Record<string, string>>

/** What the pack has no word for stands as it is. */
export const stateWord = (pack: Shown, state: string): string => ownValue(stateWords(pack), state) ?? state

/** `not to be released` for notToBeReleased, inside a sentence. */
export const stateInProse = (pack: Shown, state: string): string => inProse(stateWord(pack, state))

/** A label begins with a capital; its abbreviations keep theirs. */
const inProse = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label
