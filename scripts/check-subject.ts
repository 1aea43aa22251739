// The commit-msg hook: `room: verb …`, up to 72 characters. Reads the message from the file that Git names.
import { readFileSync } from 'node:fs'

const LONGEST_SUBJECT = 72

const [file] = process.argv.slice(2)
if (!file) {
  console.error('usage: node scripts/check-subject.ts <file with the commit message>')
  process.exit(2)
}
const [subject = '', second = ''] = readFileSync(file, 'utf8').split('\n')
const problems = /^(?:Merge|Revert|fixup!|squash!)/.test(subject) ? [] : problemsOf()
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)

function problemsOf(): string[] {
  return [
    ...(subject.length > LONGEST_SUBJECT
      ? [`The subject has ${subject.length} characters; ${LONGEST_SUBJECT} at most. Move details into the body.`]
      : []),
    ...(/^[a-z][\w-]*: \S/.test(subject) ? [] : ['Start the subject with the room: `graph: reject IRIs with spaces`.']),
    ...(subject.endsWith('.') ? ['End the subject without a period.'] : []),
    ...(second.trim() ? ['Leave the second line empty.'] : []),
  ]
}
