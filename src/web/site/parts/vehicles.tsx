import type { ReactNode } from 'react'

function Drawing({ children, wheels }: { children: ReactNode; wheels: [number, number] }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 244 100"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="w-full"
    >
      <path d="M2 91h240" className="stroke-line" />
      {children}
      {wheels.map((x) => (
        <g key={x}>
          <circle cx={x} cy="79" r="12" className="fill-card" />
          <circle cx={x} cy="79" r="5.5" className="stroke-sea" />
        </g>
      ))}
    </svg>
  )
}

export function Sedan() {
  return (
    <Drawing wheels={[58, 186]}>
      <path
        d="M17 71c-1-9 2-14 11-16l35-6c15-11 31-18 53-18h17c19 0 33 8 45 18l34 5c11 2 17 7 17 15 0 5-2 7-6 7h-21a16 16 0 0 0-32 0H74a16 16 0 0 0-32 0H22c-3 0-5-2-5-5Z"
        className="fill-stone"
      />
      <path
        d="M76 49c11-8 22-12.5 37-13v13H76ZM119 36h14c14 0 25 5 34 13h-48V36Z"
        className="fill-sea-pale stroke-sea"
      />
      <path d="M116 51v23M103 57h8M151 57h8M31 54.5 63 51h117M226 60l-11-1M18 63h10M78 79" />
    </Drawing>
  )
}

export function LongVan() {
  return (
    <Drawing wheels={[54, 194]}>
      <path
        d="M12 73V37c0-11 6-18 17-18.5L146 17c16-.2 27 6 39 19l11 12 25 6c10 2.5 13 8 13 17 0 5-2 7-6 7h-18a16 16 0 0 0-32 0H70a16 16 0 0 0-32 0H18c-4 0-6-1-6-5Z"
        className="fill-stone"
      />
      <path
        d="M24 26h34v21H20V31c0-3 1-5 4-5ZM64 26h42v21H64V26ZM112 26l34-1c12 0 20 4 29 14l7 8h-70V26Z"
        className="fill-sea-pale stroke-sea"
      />
      <path d="M109 52v23M61 52v9M117 56h9M96 56h9M12 52h184M232 62l-11-1.5M12 61h8" />
    </Drawing>
  )
}

export function ShortVan() {
  return (
    <Drawing wheels={[64, 184]}>
      <path
        d="M26 73V44c0-10 6-16 16-17l84-2c17-.4 30 6 43 18l12 10 25 4c11 2 16 8 16 15 0 4-2 6-6 6h-16a16 16 0 0 0-32 0H80a16 16 0 0 0-32 0H32c-4 0-6-1-6-5Z"
        className="fill-stone"
      />
      <path
        d="M40 34h38v17H36V38c0-2.5 1-4 4-4ZM84 34l42-1c13-.2 23 4 33 12l7 6H84V34Z"
        className="fill-sea-pale stroke-sea"
      />
      <path d="M81 55v9M131 56v19M90 60h8M139 60h8M26 55h154M220 64l-11-1M26 63h8M131 34v17" />
    </Drawing>
  )
}
