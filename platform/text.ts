// Text that can be stored unchanged: PostgreSQL rejects U+0000, and an unpaired surrogate is not a character. Pure.

export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The start of a text that is too long, without splitting a surrogate pair. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** The same with an ellipsis. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${cutText(text, most - 1)}…`

/** The nearest position from there on that does not split a surrogate pair. */
export const wholeFrom = (text: string, at: number): number =>
  at > 0 && /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1)) ? at + 1 : at
