// Answers that are worked out once. By two keys and not by both joined: a text that is asked again is found at once, a text that
// is joined anew has to be read to its end each time.

export class Remembered<First, Value> {
  private readonly known = new Map<First, Map<string, Value>>()

  get(first: First, text: string, make: () => Value): Value {
    let values = this.known.get(first)
    if (!values) {
      values = new Map()
      this.known.set(first, values)
    }
    let value = values.get(text)
    if (value === undefined) {
      value = make()
      values.set(text, value)
    }
    return value
  }
}
