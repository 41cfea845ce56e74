import type { ReactNode } from 'react'
import type { LocationType } from '../../modules/catalog/search/contract.ts'
import { arrow, LineIcon } from '../ui/LineIcon.tsx'

const paths = {
  plane: (
    <path d="M10 14 3 11.5l1.5-1.6 6.6.6 4.6-4.9c1-1 2.9-1.6 3.6-.9s.1 2.6-.9 3.6L13.5 13l.6 6.6L12.5 21 10 14Zm0 0-3 3.2-2.2-.3-.8.9 2.8 1.4L8.2 22l.9-.8-.3-2.2L12 16" />
  ),
  train: (
    <path d="M7 3h10a2 2 0 0 1 2 2v10a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V5a2 2 0 0 1 2-2ZM5 11h14M12 3v8M8.5 14.5h.01M15.5 14.5h.01M8.5 18 6 21.5M15.5 18l2.5 3.5" />
  ),
  ship: (
    <path d="M3 14.5 12 12l9 2.5-2.2 4.7M3 14.5l2.2 4.7M6 13.5V8h12v5.5M9.5 8V4.5h5V8M2 20.5c1.7 0 1.7 1 3.3 1s1.7-1 3.4-1 1.6 1 3.3 1 1.7-1 3.3-1 1.7 1 3.4 1 1.6-1 3.3-1" />
  ),
  car: (
    <path d="M3 16.5v-3.2c0-1 .6-1.8 1.6-2L7 10.7l2.3-3.4c.4-.5 1-.8 1.6-.8h4.2c.7 0 1.3.3 1.7.9l2 3.2c1.3.2 2.2 1.3 2.2 2.6v3.3h-2M3 16.5h2M9 16.5h6M7 10.7h11.8M7 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" />
  ),
  pin: (
    <path d="M12 21.5s7-6.2 7-11.7a7 7 0 0 0-14 0c0 5.5 7 11.7 7 11.7ZM12 12.3a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />
  ),
  route: (
    <path d="M6 20.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM18 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8.5 18H16a3.5 3.5 0 0 0 0-7H8.5a3 3 0 0 1 0-6h7" />
  ),
  sun: (
    <path d="M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M19 5l-1.7 1.7M6.7 17.3 5 19" />
  ),
  plus: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 8v8M8 12h8" />,
  phone: (
    <path d="M6.5 3.5h3l1.5 4.2-2 1.6a12 12 0 0 0 5.7 5.7l1.6-2 4.2 1.5v3a2 2 0 0 1-2.1 2A16.5 16.5 0 0 1 4.5 5.6a2 2 0 0 1 2-2.1Z" />
  ),
  clock: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.2l3.3 2" />,
  people: (
    <path d="M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.3-3.5 3-5.5 6.5-5.5s6.2 2 6.5 5.5M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.8c2.1.8 3.3 2.6 3.5 5.2" />
  ),
  bag: (
    <path d="M6.5 8h11a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-9A1.5 1.5 0 0 1 6.5 8ZM9 8V4.5h6V8M9.5 11.5v5M14.5 11.5v5M8 20v1.5M16 20v1.5" />
  ),
  snow: (
    <path d="M12 2.5v19M3.8 7.3l16.4 9.4M20.2 7.3 3.8 16.7M9.5 4 12 6.3 14.5 4M9.5 20l2.5-2.3 2.5 2.3M4 11l3.3-1.6L6.8 5.8M20 13l-3.3 1.6.5 3.6M20 11l-3.3-1.6.5-3.6M4 13l3.3 1.6-.5 3.6" />
  ),
  card: (
    <path d="M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5ZM3 10h18M6.5 14.5h4" />
  ),
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  arrow,
  search: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  swap: <path d="M7.5 4v16M7.5 20 4 16.5M7.5 20l3.5-3.5M16.5 20V4M16.5 4 13 7.5M16.5 4 20 7.5" />,
  shield: (
    <path d="M12 2.8 4.5 5.5v6c0 4.6 3.1 8 7.5 9.7 4.4-1.7 7.5-5.1 7.5-9.7v-6L12 2.8ZM8.5 11.8l2.5 2.5 4.5-4.6" />
  ),
  wifi: (
    <path d="M2.5 9.5a14 14 0 0 1 19 0M5.7 13a9.3 9.3 0 0 1 12.6 0M8.9 16.5a4.6 4.6 0 0 1 6.2 0M12 20h.01" />
  ),
  child: (
    <path d="M12 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM5.5 10.5c2 1 4.2 1.5 6.5 1.5s4.5-.5 6.5-1.5M9.5 12v3.5L8 21.5M14.5 12v3.5l1.5 6M9.5 15.5h5" />
  ),
  mail: (
    <path d="M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5ZM3.5 6.5 12 13l8.5-6.5" />
  ),
  percent: (
    <path d="M6 18.5 18 5.5M7.5 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM16.5 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof paths

export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return <LineIcon className={`shrink-0 ${className}`}>{paths[name]}</LineIcon>
}

export function WhatsAppIcon({ className = 'size-5' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor" className={`shrink-0 ${className}`}>
      <path d="M12 2a9.9 9.9 0 0 0-8.5 15L2 22l5.2-1.4A9.9 9.9 0 1 0 12 2Zm0 18.1c-1.5 0-3-.4-4.3-1.2l-.3-.2-3.1.8.8-3-.2-.3A8.1 8.1 0 1 1 12 20.1Zm4.5-6.1c-.2-.1-1.5-.7-1.7-.8-.2-.1-.4-.1-.6.1l-.8 1c-.1.2-.3.2-.5.1a6.7 6.7 0 0 1-3.3-2.9c-.3-.4.2-.4.7-1.3.1-.2 0-.3 0-.4l-.8-1.8c-.2-.5-.4-.4-.6-.4h-.5c-.2 0-.4.1-.7.3-.9.9-1.1 2-.6 3.2a9.3 9.3 0 0 0 3.9 4.2c2.1.9 2.9 1 3.9.8.6-.1 1.5-.6 1.7-1.2.2-.6.2-1.1.2-1.2-.1-.1-.3-.2-.5-.3Z" />
    </svg>
  )
}

/** What stands for a kind of place; the others have the pin. */
export const placeIcons: Partial<Record<LocationType, IconName>> = {
  Aeroporto: 'plane',
  Stazione: 'train',
  Porto: 'ship',
}
