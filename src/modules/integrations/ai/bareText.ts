/**
 * The text in a provider's answer: without the code fences and the frame of a page (doctype, html, head, body) that
 * models like to put around it. What is bare stays as it is.
 */
export function bareText(answer: string): string {
  let text = answer.trim()
  for (;;) {
    const barer = frames.reduce((rest, frame) => rest.replace(frame, ''), text).trim()
    if (barer === text) return text
    // What was taken out may have held two halves of another frame apart.
    text = barer
  }
}

const frames = [
  /^[ \t]*(?:`{3,}|~{3,})[ \t]*[\w+-]*[ \t]*$\n?/gm,
  /`{3,}(?:html|markdown|md|text)?/gi,
  /<!doctype\b[^>]*>/gi,
  /<\?xml\b[^>]*>/gi,
  /<head(?:\s[^>]*)?>[\s\S]*?<\/head\s*>/gi,
  /<\/?(?:html|head|body)(?:\s[^>]*)?>/gi,
]
