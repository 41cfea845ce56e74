/** Staff text, rendered and sanitised on the server by src/modules/content/markdown.ts. */
export function Prose({ html, className = '' }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised, as said above.
    <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
