/** `1 object`, `3 objects`, `1 item waits`: a number with the singular or plural of what follows. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`
