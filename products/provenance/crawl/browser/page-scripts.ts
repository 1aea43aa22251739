// Scripts that run inside the page. They are text, because they have no access to our code.

/**
 * Runs before the page's own scripts. Removes ways to the network that are not requests (the browser is isolated
 * anyway), and opens closed shadow roots, so that their content can be read.
 */
export const ISOLATE = `(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'SharedWorker'])
    try { Object.defineProperty(globalThis, name, { value: undefined }) } catch {}
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (options) { return attach.call(this, { ...options, mode: 'open' }) }
})()`

/** A number that changes when readable content changes. */
export const SIZE = `(() => {
  let size = 0
  const add = (root) => {
    size += root.textContent.length
    for (const element of root.querySelectorAll('*')) { size++; if (element.shadowRoot) add(element.shadowRoot) }
  }
  if (document.readyState === 'loading') return -1
  add(document.documentElement)
  return size
})()`

/** Serializes the page. Content of shadow roots is copied into place, so that it can be read. */
export const SERIALIZE = `(() => {
  const copyOf = (node) => {
    if (node.nodeType !== 1) return node.cloneNode(false)
    if (node.localName === 'slot') {
      const given = node.assignedNodes()
      const piece = document.createDocumentFragment()
      piece.append(...[...(given.length > 0 ? given : node.childNodes)].map(copyOf))
      return piece
    }
    const copy = document.importNode(node, false)
    if (node.localName === 'template') { copy.innerHTML = node.innerHTML; return copy }
    copy.append(...[...(node.shadowRoot ?? node).childNodes].map(copyOf))
    return copy
  }
  const hasShadows = [...document.querySelectorAll('*')].some((element) => element.shadowRoot)
  const root = hasShadows ? copyOf(document.documentElement) : document.documentElement
  return '<!doctype html>' + root.outerHTML
})()`
