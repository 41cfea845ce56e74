import { Fragment } from 'react'

/** `A → B` with the arrow drawn, because the fonts have none; the text itself stays as it is, to read and to copy. */
export function Arrowed({ text }: { text: string }) {
  return text.split(' → ').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and never move.
    <Fragment key={index}>
      {index > 0 && (
        <>
          <span className="sr-only"> → </span>
          <svg
            aria-hidden="true"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="mx-[0.35em] inline size-[0.75em]"
          >
            <path d="M4.5 12h15M13.5 6l6 6-6 6" />
          </svg>
        </>
      )}
      {part}
    </Fragment>
  ))
}
