/** Shows an abbreviation, which screen readers read in full. */
export function Spoken({ text, children }: { text: string; children: string }) {
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <span className="sr-only">{text}</span>
    </>
  )
}
