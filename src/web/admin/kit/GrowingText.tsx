/** Shows a text while the AI writes it. Staff cannot edit the text yet, because the server has not checked it. */
export function GrowingText({ text }: { text: string }) {
  return text === '' ? null : (
    <section
      aria-label="Testo in arrivo"
      aria-busy="true"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this box
      tabIndex={0}
      className="max-h-80 overflow-y-auto whitespace-pre-line text-ink-soft"
    >
      {text}…
    </section>
  )
}
