// A finding, wherever it comes from: counted with its object, and what it is about becomes a reference or a technique.
import type { FileFinding } from '../../../estate/tables.ts'
import type { Sheet } from '../parsed.ts'
import type { Words } from '../words.ts'

/** Where the file does not name what the finding is about, its message may. */
export function addFinding(words: Words, sheet: Sheet, finding: FileFinding): void {
  const { object, priority, line, exempted } = finding
  const said = sheet.object(object, sheet.rows)
  if (!said) return
  const about = words.aboutOf(`${finding.message} ${finding.check_title}`)
  const reference = finding.reference ?? words.aboutOf(finding.message).reference
  said.has_atc = true
  if (!exempted) said.findings[(priority - 1) as 0 | 1 | 2 | 3]++
  sheet.finding({ ...finding, reference })
  if (reference) {
    said.has_dependencies = true
    sheet.use(object, reference, about.access, 1, line ?? 0)
  }
  if (about.technology && !said.technologies.some(({ kind }) => kind === about.technology))
    said.technologies.push(words.technology(about.technology, line ?? 0))
}
