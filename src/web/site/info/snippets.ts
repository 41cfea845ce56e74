export interface Snippets {
  /** Types of all schemas, in the order of the page. */
  types: string[]
  preview: string
  html: string
  jsonLd: string
}

/** Reads the test page and its structured data. Throws an error that describes the first fault. */
export async function readSnippets(): Promise<Snippets> {
  const reply = await fetch('/api/rich-snippets/test')
  const html = await reply.text()
  if (!reply.ok) throw new Error(`HTTP ${reply.status}: ${html || reply.statusText}`)
  // DOMParser runs no scripts of the document.
  const page = new DOMParser().parseFromString(html, 'text/html')
  const scripts = [...page.querySelectorAll('script[type="application/ld+json"]')]
  const schemas: Record<string, unknown>[] = scripts.map(({ textContent }) => JSON.parse(textContent))
  if (schemas.length === 0) throw new Error('La pagina di prova non contiene dati strutturati.')
  const lines = page.body.textContent.split('\n').map((line) => line.trim())
  return {
    types: schemas.map((schema) => String(schema['@type'])),
    preview: lines.filter(Boolean).join('\n'),
    html,
    jsonLd: JSON.stringify(schemas, null, 2),
  }
}
