// What is said inside the page, as text: it runs there and knows nothing of us.

/**
 * Before the page's own scripts. Ways out that are no requests are taken away (the browser is shut in without this as
 * well), and what components keep in closed shadows stays readable.
 */
export const ALONE = `(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'SharedWorker'])
    try { Object.defineProperty(globalThis, name, { value: undefined }) } catch {}
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (options) { return attach.call(this, { ...options, mode: 'open' }) }
})()`

/** Changes when something that can be read does. */
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

/** The page as markup. What components show from their shadows stands in a copy in its place, so that it can be read. */
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
