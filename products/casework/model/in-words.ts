/** `awaiting decision`: the name of a state or a kind in plain words. */
export const inWords = (name: string): string => name.replaceAll('_', ' ')
