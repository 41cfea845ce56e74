import { Icon } from './icons.tsx'

/** `A → B`, the arrow drawn; copied and read aloud it is text. */
export function RouteWords({ from, to }: { from: string; to: string }) {
  return (
    <>
      {from} <span className="sr-only">→</span>
      <Icon shape="arrow" /> {to}
    </>
  )
}
