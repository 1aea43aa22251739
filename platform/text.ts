// Text that can be kept as it is: PostgreSQL takes no U+0000, and half of a surrogate pair is no character. Pure.

export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The beginning of a text that is too long; one unit shorter where the cut would halve a character. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** The same with a mark that there was more. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${cutText(text, most - 1)}…`

/** The nearest place from there on at which no character is halved. */
export const wholeFrom = (text: string, at: number): number =>
  at > 0 && /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1)) ? at + 1 : at
