import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync("src/ui/tokens.css", "utf8");

/** Returns the value of a colour token in the light and in the dark theme. */
function colours(name: string): { light: string; dark: string } {
  const value = css.match(new RegExp(`--color-${name}: ([^;]+);`))?.[1] ?? "";
  const [light, dark] = value.match(/#[0-9a-f]{6}/g) ?? [];
  if (!light) throw new Error(`no token ${name}`);
  return { light, dark: dark ?? light };
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** Returns one colour over another, as the browser mixes them. */
function over(front: string, opacity: number, behind: string): string {
  const mixed = [1, 3, 5].map((at) => {
    const [one, other] = [front, behind].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round(one! * opacity + other! * (1 - opacity));
  });
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

const TEXT = 4.5;
const OUTLINE = 3;

const pairs: [string, string, number][] = [
  ...["bg", "surface", "raised"].flatMap((ground): [string, string, number][] => [
    ["text", ground, TEXT],
    ["muted", ground, TEXT],
    ["accent", ground, TEXT],
    ["cool", ground, TEXT],
    ["focus", ground, OUTLINE],
    ["field", ground, OUTLINE],
  ]),
  ["on-accent", "accent-fill", TEXT],
  ["on-accent", "accent-fill-hover", TEXT],
  ["on-cool", "cool-fill", TEXT],
  ["danger", "danger-bg", TEXT],
  ["text", "danger-bg", TEXT],
  ["muted", "danger-bg", TEXT],
  ["good", "surface", TEXT],
  ["on-scrim", "scrim", TEXT],
  ["on-scrim-muted", "scrim", TEXT],
];

test.each(pairs)("%s on %s has enough contrast in both themes", (front, ground, least) => {
  for (const theme of ["light", "dark"] as const) {
    const ratio = contrast(colours(front)[theme], colours(ground)[theme]);
    expect(ratio, `${theme} theme`).toBeGreaterThanOrEqual(least);
  }
});

test.each(["text", "muted", "accent"])(
  "%s in the bar has enough contrast over any picture",
  (front) => {
    const bar = readFileSync("src/features/shell/NavBar.tsx", "utf8");
    const opacity = Number(bar.match(/\bbg-bg\/(\d+)/)?.[1]) / 100;
    for (const theme of ["light", "dark"] as const) {
      for (const picture of ["#000000", "#ffffff"]) {
        const ground = over(colours("bg")[theme], opacity, picture);
        const ratio = contrast(colours(front)[theme], ground);
        expect(ratio, `${theme} theme over ${picture}`).toBeGreaterThanOrEqual(TEXT);
      }
    }
  },
);
