// Many rows as one parameter, for `jsonb_to_recordset`: thousands of rows do not need tens of thousands of parameters.

/** Half characters, which a cut may leave, and NUL are not JSON for the database. */
export function jsonRows(rows: unknown): string {
  const text = JSON.stringify(rows)
  // Looking for them in the text is far cheaper than at every value; hardly any row has one.
  if (!text.includes('\\ud') && !text.includes('\\u0000')) return text
  return JSON.stringify(rows, (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value,
  )
}
