/** East Asian letters: each is as wide as two others. */
const WIDE = /[\u1100-\u115f\u2e80-\uff60]/g;

/** Sizes of a title on a phone in pixels, as tokens.css has them: at least `least`, or `base` and a share of the screen. */
export const SIZES = {
  "text-3xl": { least: 36, base: 25.6, share: 0.032 },
  "text-2xl": { least: 28, base: 22.4, share: 0.017 },
  "text-xl": { least: 22, base: 19.2, share: 0.008 },
};

/** The fallback fonts until ours has loaded: Arial at these widths, the first of which the page's text has.
 * Where there is no Arial (Android) it is Roboto, at one width. */
const FITS = [
  { className: "font-sans", width: 1.04 },
  { className: "font-fit-102", width: 1.02 },
  { className: "font-fit-106", width: 1.06 },
  { className: "font-fit-100", width: 1 },
  { className: "font-fit-108", width: 1.08 },
];

/** Widths that screens of phones have, in pixels, and the share of them that a page's text has. */
const SCREENS = [320, 360, 375, 384, 390, 393, 412, 414, 428, 430];
const TEXT = 0.912;

/** Widths of the characters from U+0020 to U+007E in thousandths of an em, from the fonts' own tables. */
type Advances = readonly number[];
/** Widths of Bricolage Grotesque at weight 800. */
const OURS: Advances = [
  223, 303, 381, 633, 647, 992, 754, 187, 329, 329, 456, 534, 212, 359, 252, 365, 670, 360, 613,
  611, 638, 615, 662, 517, 661, 658, 262, 237, 534, 534, 534, 425, 1004, 712, 692, 685, 705, 632,
  601, 729, 730, 303, 382, 697, 509, 955, 790, 725, 654, 726, 688, 658, 579, 733, 682, 1001, 719,
  662, 576, 329, 365, 329, 585, 543, 283, 595, 648, 571, 649, 587, 408, 607, 643, 286, 288, 605,
  283, 963, 643, 612, 648, 649, 446, 549, 406, 634, 585, 881, 587, 608, 537, 347, 277, 347, 534,
];
/** Widths of Arial Bold, and of Liberation Sans Bold, which is made to be as wide. */
const ARIAL: Advances = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
  611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
  278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];
/** Width of other characters; letters with marks are about as wide as those without. */
const OTHER = 600;
/** Width by which the style sheet sets the letters of headings closer. */
const CLOSER = 20;

/**
 * The classes of a title's heading. A long one is set in smaller letters, so that it does not fill the screen. Until our font has
 * come, it is set in the stand-in that breaks it into as many lines as the font will: what is below would move otherwise.
 */
export function headingClasses(title: string): string {
  const width = title.length + (title.match(WIDE)?.length ?? 0);
  if (width <= 45) return `text-3xl ${fitOf(title, "text-3xl")}`;
  if (width <= 85) return `text-2xl leading-tight ${fitOf(title, "text-2xl")}`;
  return `text-xl leading-tight lg:text-2xl ${fitOf(title, "text-xl")}`;
}

function fitOf(title: string, size: keyof typeof SIZES): string {
  const { least, base, share } = SIZES[size];
  const ems = SCREENS.map((screen) => (screen * TEXT) / Math.max(least, base + share * screen));
  // Lines end at spaces and after hyphens
  const parts = title.split(/(?<=[ -])/);
  const ours = parts.map((part) => measure(part, OURS));
  const arial = parts.map((part) => measure(part, ARIAL));
  const lines = ems.map((em) => countLines(ours, em, 1));
  let best = { className: "font-sans", misses: Number.POSITIVE_INFINITY };
  for (const { className, width } of FITS) {
    const misses = ems.filter((em, index) => countLines(arial, em, width) !== lines[index]).length;
    if (misses < best.misses) best = { className, misses };
    if (misses === 0) break;
  }
  return best.className;
}

/** The text between two places where a line may end, with the blank behind it and without. */
interface Part {
  whole: Measure;
  visible: Measure;
}

/** The sum of a text's character widths, and the number of its characters. */
interface Measure {
  advance: number;
  count: number;
}

function measure(part: string, advances: Advances): Part {
  return { whole: sum(part, advances), visible: sum(part.trimEnd(), advances) };
}

function sum(text: string, advances: Advances): Measure {
  const characters = [...text];
  const advance = (character: string) => advances[(character.codePointAt(0) ?? 0) - 0x20] ?? OTHER;
  return {
    advance: characters.reduce((total, character) => total + advance(character), 0),
    count: characters.length,
  };
}

/** Returns the number of lines of a text that may be `ems` wide. */
function countLines(parts: readonly Part[], ems: number, stretched: number): number {
  const width = ({ advance, count }: Measure) => advance * stretched - CLOSER * count;
  let lines = 1;
  let end = 0;
  for (const { whole, visible } of parts) {
    if (end > 0 && end + width(visible) > ems * 1000) {
      lines += 1;
      end = 0;
    }
    end += width(whole);
  }
  return lines;
}
