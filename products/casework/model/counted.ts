/** `1 object`, `3 objects`, `1 item waits`: a number with its word, or with words that follow it. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`
