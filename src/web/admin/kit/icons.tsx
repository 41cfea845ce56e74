// Icons drawn as SVG, because the web fonts lack these characters.

const shapes = {
  down: 'M3 6l5 5 5-5',
  right: 'M6 3l5 5-5 5',
  ascending: 'M4 10l4-4 4 4',
  descending: 'M4 6l4 4 4-4',
  unsorted: 'M5 6.5l3-3 3 3M5 9.5l3 3 3-3',
  menu: 'M2 4h12M2 8h12M2 12h12',
} as const

/** Icon hidden from screen readers, because a label is next to it. */
export function Icon({ shape }: { shape: keyof typeof shapes }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="inline-block size-[1em] shrink-0">
      <path
        d={shapes[shape]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
