// Encodes text[] for bulk writes: the driver's own encoding visits each value several times.

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
