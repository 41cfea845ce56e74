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

/** For screen readers and copying. A system font: searching web fonts took two thirds of a price list's layout. */
export function UnseenArrow() {
  return <span className="sr-only [font-family:sans-serif]"> → </span>
}
