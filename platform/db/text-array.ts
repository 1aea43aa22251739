// PostgreSQL's spelling of text[], for the many values of a bulk write: the driver looks at each value several times.

/** `{"a",NULL,"b\"c"}` */
export function textArray(values: Iterable<string | null>): string {
  let text = ''
  for (const value of values) {
    if (value === null) text += ',NULL'
    else text += `,"${SPECIAL.test(value) ? value.replace(ALL_SPECIAL, '\\$&') : value}"`
  }
  return `{${text.slice(1)}}`
}

const SPECIAL = /["\\]/
const ALL_SPECIAL = /["\\]/g
