// Passes many rows as one parameter to `jsonb_to_recordset`, instead of tens of thousands of parameters.

/**
 * Serializes the rows. PostgreSQL rejects unpaired surrogates, which cutting a text may leave, and NUL; both are
 * replaced.
 */
export function jsonRows(rows: unknown): string {
  const text = JSON.stringify(rows)
  // Searching the text is far cheaper than checking every value, and hardly any row has one.
  if (!text.includes('\\ud') && !text.includes('\\u0000')) return text
  return JSON.stringify(rows, (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value,
  )
}
