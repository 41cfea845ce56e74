import type { PlaceLink } from '../../modules/content/pages/contract.ts'

export function PlaceName({ name, path }: PlaceLink) {
  return path ? (
    <a
      href={path}
      className="inline-block min-h-6 underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {name}
    </a>
  ) : (
    name
  )
}
