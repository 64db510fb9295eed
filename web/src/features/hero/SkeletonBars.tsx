const bar = "rounded-sm bg-line animate-pulse";

/** Placeholders of a slide's title, description and two buttons. */
export default function SkeletonBars() {
  return (
    <div aria-hidden="true" className="page mb-36 grid grid-cols-1 gap-4 pb-2 sm:mb-24">
      <div className={`${bar} h-4 w-40`} />
      <div className={`${bar} h-14 w-4/5 max-w-xl`} />
      <div className={`${bar} mt-2 h-4 w-full max-w-2xl`} />
      <div className={`${bar} h-4 w-full max-w-2xl`} />
      <div className={`${bar} h-4 w-3/4 max-w-lg`} />
      <div className="mt-4 flex gap-3">
        <div className={`${bar} h-12 w-36 rounded-full`} />
        <div className={`${bar} h-12 w-32 rounded-full`} />
      </div>
    </div>
  );
}
