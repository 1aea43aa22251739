interface AtHand {
  project?: string | undefined
  target?: string | undefined
}

/** The form for a new case, filled with what it is to be about: short forms such as TABL:VBAK, or `package:ZSD`. */
export const newCaseOf =
  (from: string, title?: string) =>
  ({ project, target }: AtHand) => ({ project, target, intent: 'new' as const, from, ...(title && { title }) })
