/** Maximum number of frames around each other. */
const framesMax = 20

/** Removes code fences and page frames (doctype, html, head, body), which models add. */
export function bareText(answer: string): string {
  let text = answer.trim()
  for (let round = 0; round < framesMax; round += 1) {
    const barer = frames.reduce((rest, frame) => rest.replace(frame, ''), withoutHeads(text)).trim()
    if (barer === text) return text
    // When a frame is removed, the text around it may form a new frame.
    text = barer
  }
  return text
}

const frames = [
  /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:[\w+-]+[ \t]*)?$\n?/gm,
  /`{3,}(?:html|markdown|md|text)?/gi,
  /<!doctype\b[^<>]*>/gi,
  /<\?xml\b[^<>]*>/gi,
  /<\/?(?:html|head|body)(?:\s[^<>]*)?>/gi,
]

/** Removes each head with its content. Splits the text, because a pattern would search the end again for each start. */
function withoutHeads(text: string): string {
  const [before = '', ...heads] = text.split(/(?=<head[\s>])/i)
  const end = /<\/head\s{0,9}>/i
  return (
    before +
    heads.map((head) => (end.test(head) ? head.replace(/^[\s\S]*?<\/head\s{0,9}>/i, '') : head)).join('')
  )
}
