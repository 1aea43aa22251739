// Text that can be kept as it is: PostgreSQL takes no U+0000, and half of a surrogate pair is no character. Pure.

export const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
