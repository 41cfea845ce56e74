import { Fragment } from 'react'
import { arrow, LineIcon } from './LineIcon.tsx'

/** Draws the arrow of `A → B`, which the fonts lack. Screen readers and copying get the text. */
export function Arrowed({ text }: { text: string }) {
  return text.split(' → ').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key, and their order never changes.
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

/** Uses a system font: searching web fonts for the arrow took two thirds of a price list's layout time. */
export function UnseenArrow() {
  return <span className="sr-only [font-family:sans-serif]"> → </span>
}
