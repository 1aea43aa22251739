// Adds a finding of any format: counts it for its object, and turns its subject into a reference or a technology.
import type { ParsedFinding } from '../../../estate/tables.ts'
import type { Sheet } from '../parsed.ts'
import type { Words } from '../words.ts'

/** Without a referenced object in the file, the message may name one. */
export function addFinding(words: Words, sheet: Sheet, finding: ParsedFinding): void {
  const { object, priority, line, exempted } = finding
  const record = sheet.object(object, sheet.rows)
  if (!record) return
  const about = words.topicOf(`${finding.message} ${finding.check_title}`)
  const reference = finding.reference ?? words.topicOf(finding.message).reference
  record.has_atc = true
  if (!exempted) record.findings[(priority - 1) as 0 | 1 | 2 | 3]++
  sheet.finding({ ...finding, reference })
  if (reference) {
    record.has_dependencies = true
    sheet.use(object, reference, about.access, 1, line ?? 0)
  }
  if (about.technology && !record.technologies.some(({ kind }) => kind === about.technology))
    record.technologies.push(words.technology(about.technology, line ?? 0))
}
