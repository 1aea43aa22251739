// An editor gutter with the level of each line.
import { RangeSet, StateEffect, StateField } from '@codemirror/state'
import { type EditorView, GutterMarker, gutter } from '@codemirror/view'
import type { LineMark } from './lines.ts'

interface Marks {
  marks: readonly LineMark[]
  /** From best to worst. */
  codes: readonly string[]
}
const setMarks = StateEffect.define<Marks>()

class LevelMarker extends GutterMarker {
  readonly mark: LineMark
  readonly place: number
  constructor(mark: LineMark, place: number) {
    super()
    this.mark = mark
    this.place = place
  }
  override eq(other: LevelMarker): boolean {
    return (
      other.place === this.place &&
      other.mark.code === this.mark.code &&
      other.mark.names.join() === this.mark.names.join()
    )
  }
  override toDOM(): HTMLElement {
    const { code, names, line } = this.mark
    const element = document.createElement('span')
    element.className = `level-mark level-mark-${this.place < 0 ? 'unknown' : Math.min(this.place, 3) + 1}`
    element.textContent = this.place < 0 ? '?' : code
    element.title = `Line ${line}, level ${code}: ${names.join(', ')}`
    element.dataset.code = code
    return element
  }
}

const marked = StateField.define<RangeSet<LevelMarker>>({
  create: () => RangeSet.empty,
  update: (previous, transaction) => {
    const effect = transaction.effects.find((one) => one.is(setMarks))
    if (!effect) return previous.map(transaction.changes)
    const { marks, codes } = effect.value as Marks
    const { doc } = transaction.state
    return RangeSet.of(
      marks
        .filter(({ line }) => line <= doc.lines)
        .map((mark) => new LevelMarker(mark, codes.indexOf(mark.code)).range(doc.line(mark.line).from)),
    )
  },
})

export const levelGutter = [
  marked,
  gutter({ class: 'cm-levels', markers: (view) => view.state.field(marked), initialSpacer: () => SPACER }),
]
const SPACER = new LevelMarker({ line: 0, code: 'A', names: [] }, 0)

export const showMarks = (view: EditorView, marks: readonly LineMark[], codes: readonly string[]): void =>
  view.dispatch({ effects: setMarks.of({ marks, codes }) })
