/** Removes code fences and page frames (doctype, html, head, body), which models add. */
export function bareText(answer: string): string {
  let text = answer.trim()
  for (;;) {
    const barer = frames.reduce((rest, frame) => rest.replace(frame, ''), text).trim()
    if (barer === text) return text
    // When a frame is removed, the text around it may form a new frame.
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
