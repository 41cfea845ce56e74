/** Text written by staff, sanitised on the server by src/modules/content/markdown.ts. */
export function Prose({ html, className = '' }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised the HTML.
    <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
