// Parses an ATC worklist in ADT's format. An object without findings is a result, too.
import { ownValue } from '@veritrace/platform/names'
import { type Named, shortForm } from '../../../model/artifacts.ts'
import { Unreadable } from '../failures.ts'
import type { ReadingJob } from '../job.ts'
import { newSheet, type Parsed, type Sheet } from '../parsed.ts'
import { type Element, readXml } from '../xml.ts'
import { addFinding } from './findings.ts'

/** A worklist, or the stored results of runs. Both contain objects with findings. */
const ROOTS: Readonly<Record<string, readonly string[]>> = {
  'http://www.sap.com/adt/atc/worklist': ['worklist'],
  'http://www.sap.com/adt/atc/result': ['resultList', 'result'],
}
const OBJECT = 'http://www.sap.com/adt/atc/object'
const FINDING = 'http://www.sap.com/adt/atc/finding'

/** Approved, or of a kind that needs no approval. A pending or rejected request exempts nothing. */
const isExempted = ({ exemptionApproval = '', exemptionKind = '' }: Record<string, string>): boolean =>
  !/^[-\s]*$|^none$/i.test(exemptionKind) || /^(?:A|APPROVED|X|TRUE)$/i.test(exemptionApproval.trim())

export async function parseAtcWorklist(job: ReadingJob): Promise<Parsed> {
  const sheet = newSheet()
  let isWorklist = false
  let object: Named | undefined
  /** Objects may be nested; each has its own findings. */
  const above: (Named | undefined)[] = []
  let finding: Element | undefined
  let hasQuickfix = false
  await readXml(job.chunks(), {
    open: (element) => {
      if (ownValue(ROOTS, element.space)?.includes(element.name)) {
        isWorklist = true
        readHead(sheet, element.attributes)
      } else if (element.space === OBJECT && element.name === 'object') {
        above.push(object)
        object = readObject(job, sheet, element.attributes)
      } else if (element.space === FINDING && element.name === 'finding') {
        finding = element
        hasQuickfix = false
      } else if (finding && element.name === 'quickfixes')
        hasQuickfix = ['manual', 'automatic', 'pseudo'].some((way) => element.attributes[way] === 'true')
    },
    close: (element) => {
      if (element === finding) {
        if (object) readFinding(job, sheet, object, finding.attributes, hasQuickfix)
        else sheet.reject(sheet.rows, 'The finding is not inside a valid object.')
        finding = undefined
      }
      if (element.name === 'checkVariant') sheet.checkVariant ??= element.text.trim() || null
      if (element.space === OBJECT && element.name === 'object') object = above.pop()
    },
  })
  if (!isWorklist) throw new Unreadable('The file is not an ATC worklist: it has a different root element.')
  return sheet.done()
}

function readHead(sheet: Sheet, { timestamp, objectSetIsComplete, checkVariant }: Record<string, string>): void {
  if (objectSetIsComplete !== undefined) sheet.objectSetComplete = objectSetIsComplete === 'true'
  if (timestamp && !Number.isNaN(Date.parse(timestamp))) sheet.collectedAt = new Date(timestamp).toISOString()
  sheet.checkVariant ??= checkVariant || null
}

function readObject({ words }: ReadingJob, sheet: Sheet, attributes: Record<string, string>): Named | undefined {
  sheet.rows++
  const { type = '', name = '', packageName = '', author = '' } = attributes
  const named = {
    type: ownValue(words.vocabulary.adt_types, type) ?? words.typeOf(type.split('/')[0]!),
    name: name.trim().toUpperCase(),
  }
  const record = sheet.object(named, sheet.rows)
  if (!record) return undefined
  record.has_atc = true
  record.package = packageName.toUpperCase()
  record.owner = words.person(author)
  return named
}

function readFinding(
  job: ReadingJob,
  sheet: Sheet,
  object: Named,
  given: Record<string, string>,
  quickfix: boolean,
): void {
  const priority = job.words.priorityOf(given.priority ?? '')
  if (priority === undefined) {
    sheet.reject(sheet.rows, `A finding of ${shortForm(object)} has a priority other than 1 to 4.`)
    return
  }
  const line = lineOf(given.location ?? '')
  addFinding(job.words, sheet, {
    object,
    check_id: given.checkId ?? '',
    check_title: given.checkTitle ?? '',
    message_id: given.messageId ?? '',
    message: given.messageTitle ?? '',
    priority,
    reference: null,
    line,
    exempted: isExempted(given),
    quickfix,
  })
}

/** `…/source/main#start=12,4`, `…#type=CLAS%2FOM;name=RUN;start=12`. Some clients escape the whole fragment. */
function lineOf(location: string): number | null {
  const fragment = location.slice(location.lastIndexOf('#') + 1)
  const [, line] = /(?:^|[#;?&,])start(?:=|%3d)(\d{1,9})/i.exec(fragment) ?? []
  return line && Number(line) > 0 ? Number(line) : null
}
