import { Icon } from './icons.tsx'

/** Lists what a ride includes, each with a check mark. */
export function CheckList({ items, className }: { items: string[]; className: string }) {
  return (
    <ul className={`grid gap-3 ${className}`}>
      {items.map((item) => (
        <li key={item} className="flex items-start gap-2.5">
          <Icon name="check" className="mt-0.5 size-5 text-leaf" />
          {item}
        </li>
      ))}
    </ul>
  )
}
