import { useId } from "react";

const TILE = { width: 80, height: 40 };
/** Centres of the waves, from back to front: each row lies over the row above it. */
const CENTRES = [
  [40, 20],
  [0, 40],
  [80, 40],
  [40, 60],
] as const;
const RADII = [40, 29, 18, 7];

/** The wave pattern of old textiles: lines in the text colour, waves filled with the `fill` colour. */
export function Seigaiha({ className = "" }: { className?: string }) {
  const id = useId();
  return (
    <svg aria-hidden="true" className={`pointer-events-none ${className}`}>
      <defs>
        <pattern id={id} patternUnits="userSpaceOnUse" {...TILE}>
          <g stroke="currentColor" strokeWidth="1.5">
            {CENTRES.map(([x, y]) =>
              RADII.map((radius) => (
                <circle key={`${x} ${y} ${radius}`} cx={x} cy={y} r={radius} />
              )),
            )}
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
