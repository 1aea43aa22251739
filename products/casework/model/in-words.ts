/** `awaiting decision`: the name of a state or a kind, as a person says it. */
export const inWords = (name: string): string => name.replaceAll('_', ' ')
