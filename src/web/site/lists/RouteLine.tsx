import { UnseenArrow } from '../../ui/Arrowed.tsx'

export function RouteLine({ departure, destination }: { departure: string; destination: string }) {
  return (
    <span className="grid grid-cols-[0.75rem_1fr] gap-x-2.5">
      <span aria-hidden="true" className="flex flex-col items-center pt-[0.45em]">
        <span className="size-2.5 shrink-0 rounded-full border-2 border-sea" />
        <span className="my-0.5 w-0 flex-1 border-sea/50 border-l-2 border-dotted" />
      </span>
      <span className="pb-1.5 text-ink-soft">{departure}</span>
      <span aria-hidden="true" className="flex justify-center pt-[0.45em]">
        <span className="size-2.5 rounded-full bg-sun [box-shadow:0_0_0_2px_--alpha(var(--color-sun)/30%)]" />
      </span>
      <span className="font-semibold text-ink">
        <UnseenArrow />
        {destination}
      </span>
    </span>
  )
}
