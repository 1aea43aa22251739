// The date a page gives itself. Vendors forget to raise it, so it is a statement of theirs and never our freshness.
const UPDATED =
  /\b(last (?:updated|modified|revised)|updated|effective(?: date)?|as of)(?: on)?[:\s]+((?:\d{1,2} )?[A-Z][a-z]{2,8}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?\d{4}|\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4})/gi

export function datesIn(text: string): Record<string, string> {
  const dates: Record<string, string> = {}
  for (const match of text.slice(0, 20_000).matchAll(UPDATED)) {
    const key = /effective|as of/i.test(match[1] ?? '') ? 'effective' : 'last_updated'
    dates[key] ??= match[2] ?? ''
  }
  return dates
}
