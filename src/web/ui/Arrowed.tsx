import { Fragment } from 'react'
import { arrow, LineIcon } from './LineIcon.tsx'

/** Draws the arrow of `A → B`, which the fonts lack; the text stays readable and copyable. */
export function Arrowed({ text }: { text: string }) {
  return text.split(' → ').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and never move.
    <Fragment key={index}>
      {index > 0 && (
        <>
          <UnseenArrow />
          <LineIcon className="mx-[0.35em] inline size-[0.75em]">{arrow}</LineIcon>
        </>
      )}
      {part}
    </Fragment>
  ))
}

/**
 * The arrow for screen readers and copying, in a system font: looking for the glyph in the web fonts took two thirds of
 * the layout time of a price list.
 */
export function UnseenArrow() {
  return <span className="sr-only [font-family:sans-serif]"> → </span>
}
