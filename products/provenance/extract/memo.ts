// A cache with two keys. They are not joined into one string, because hashing a newly joined string means reading all of it,
// while the hash of a known string is stored with it.

export class Memo<First, Value> {
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
