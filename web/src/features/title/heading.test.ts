import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { headingClasses, SIZES } from "./heading";

describe("headingClasses", () => {
  it("sets long titles in smaller letters, and counts East Asian letters twice", () => {
    expect(headingClasses("Frieren")).toContain("text-3xl");
    expect(headingClasses("a".repeat(46))).toContain("text-2xl");
    expect(headingClasses("葬".repeat(23))).toContain("text-2xl");
    expect(headingClasses("a".repeat(86))).toContain("text-xl");
  });

  it("keeps the page's fallback font where titles wrap the same", () => {
    expect(headingClasses("Frieren")).not.toContain("font-fit");
    expect(headingClasses("葬送のフリーレン")).not.toContain("font-fit");
  });

  it("takes another fallback font where titles would wrap differently", () => {
    // With the page's it would have three lines at 360 pixels, and two with the font
    expect(headingClasses("Seraph of the End: Vampire Reign")).toContain("font-fit-102");
  });

  it("uses the measures of the style sheet", () => {
    const css = readFileSync("src/ui/tokens.css", "utf8");
    expect(css).toContain("padding-inline: clamp(0.75rem, 4.4vw, 3.5rem)");
    expect(css).toContain("letter-spacing: -0.02em");
    for (const width of [100, 102, 106, 108]) {
      const face = `"Bricolage Fallback ${width}";\\s*font-weight: 600 900;[^}]*size-adjust: ${width}%`;
      expect(css).toMatch(new RegExp(face));
    }
    for (const [name, { least, base, share }] of Object.entries(SIZES)) {
      const size = `--${name}: clamp(${least / 16}rem, ${base / 16}rem + ${Number((share * 100).toFixed(3))}vw, `;
      expect(css).toContain(size);
    }
  });
});
