/** A text while a model writes it; unchecked, so read-only. */
export function GrowingText({ text }: { text: string }) {
  return text === '' ? null : (
    <section
      aria-label="Testo in arrivo"
      aria-busy="true"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
      tabIndex={0}
      className="max-h-80 overflow-y-auto whitespace-pre-line text-ink-soft"
    >
      {text}…
    </section>
  )
}
