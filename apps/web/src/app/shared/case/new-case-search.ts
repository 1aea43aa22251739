interface Current {
  project?: string | undefined
  target?: string | undefined
}

/** Search parameters for the form of a new case with this scope: short forms such as TABL:VBAK, or `package:ZSD`. */
export const newCaseSearch =
  (from: string, title?: string) =>
  ({ project, target }: Current) => ({ project, target, intent: 'new' as const, from, ...(title && { title }) })
