/** The byte positions of the terms of a canonical line, without delimiters. An absent part has its end at 0. */
export interface LineTerms {
  from: number
  subjectFrom: number
  subjectTo: number
  predicateFrom: number
  predicateTo: number
  isLiteral: boolean
  objectFrom: number
  objectTo: number
  datatypeFrom: number
  datatypeTo: number
  languageFrom: number
  languageTo: number
  /** The end of the object. */
  tripleTo: number
  graphFrom: number
  graphTo: number
}

export const emptyTerms = (): LineTerms => ({
  from: 0,
  subjectFrom: 0,
  subjectTo: 0,
  predicateFrom: 0,
  predicateTo: 0,
  isLiteral: false,
  objectFrom: 0,
  objectTo: 0,
  datatypeFrom: 0,
  datatypeTo: 0,
  languageFrom: 0,
  languageTo: 0,
  tripleTo: 0,
  graphFrom: 0,
  graphTo: 0,
})
