/** Removes the code fences and the page frame (doctype, html, head, body) that models add. Other text is unchanged. */
export function bareText(answer: string): string {
  let text = answer.trim()
  for (;;) {
    const barer = frames.reduce((rest, frame) => rest.replace(frame, ''), text).trim()
    if (barer === text) return text
    // Removing one frame may have joined two halves of another frame.
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
