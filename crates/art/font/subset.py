"""Makes `titles.ttf`, the font of drawn titles, from the web app's npm package of Bricolage Grotesque:

    pip install fonttools==4.68.0 brotli
    python subset.py ../../../web/node_modules/@fontsource-variable/bricolage-grotesque/files titles.ttf

It holds Latin letters and punctuation in extra bold, with the axes `opsz` and `wdth`. The package parts the font by
script, so the two parts are joined. Kerning is that of the middle of both axes: kerning that varies takes 80 kB.
Stars, hearts and notes, which titles have and the font has not, are drawn here.
"""

import io
import math
import sys

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.varLib import instancer

# Characters that look like one of the font's
ALIASES = {0x2015: 0x2014, 0x3BC: 0xB5, 0xA0: 0x20, 0x2010: 0x2D, 0x2011: 0x2D}
BOX = 860
MIDDLE = {"opsz": 48, "wdth": 88}


def reload(font):
    data = io.BytesIO()
    font.save(data)
    return TTFont(io.BytesIO(data.getvalue()))


def part(folder, script):
    font = TTFont(f"{folder}/bricolage-grotesque-{script}-standard-normal.woff2")
    font.flavor = None
    return reload(instancer.instantiateVariableFont(font, {"wght": 800}))


def join(font, other):
    """Adds the glyphs that `font` lacks, and what they are composed of."""
    known, names = font.getBestCmap(), set(font.getGlyphOrder())
    same = {other.getBestCmap()[c]: g for c, g in known.items() if c in other.getBestCmap()}

    def add(name):
        if name in same:
            return same[name]
        glyph = other["glyf"][name]
        new = name if name not in names else f"{name}.ext"
        same[name] = new
        if glyph.isComposite():
            for component in glyph.components:
                component.glyphName = add(component.glyphName)
        put(font, new, glyph, other["hmtx"][name], other["gvar"].variations.get(name, []))
        return new

    for code, name in other.getBestCmap().items():
        if code not in known:
            encode(font, code, add(name))


def put(font, name, glyph, metrics, variations=()):
    font["glyf"][name] = glyph
    font["hmtx"][name] = metrics
    font["gvar"].variations[name] = list(variations)


def encode(font, code, name):
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[code] = name


def polygon(pen, points):
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()


def star(radius, turned=1):
    inner = radius * 0.45
    corners = []
    for i in range(10):
        reach, angle = (radius, inner)[i % 2], math.pi / 2 - turned * i * math.pi / 5
        corners.append((round(BOX / 2 + reach * math.cos(angle)), round(330 + reach * math.sin(angle))))
    return corners


def heart(pen, scale, back=False):
    at = lambda x, y: (round(BOX / 2 + x * scale), round(320 + y * scale))
    points = [at(0, -340), at(-390, -20), at(-390, 170), at(-390, 370), at(-200, 370), at(-60, 370), at(0, 230),
              at(60, 370), at(200, 370), at(390, 370), at(390, 170), at(390, -20), at(0, -340)]
    curves = [points[i:i + 2] for i in range(1, len(points), 2)]
    if back:
        points.reverse()
        curves = [points[i:i + 2] for i in range(1, len(points), 2)]
    pen.moveTo(points[0])
    for curve in curves:
        pen.qCurveTo(*curve)
    pen.closePath()


def disc(pen, x, y, rx, ry):
    pen.moveTo((x, y + ry))
    for corner, end in (((x + rx, y + ry), (x + rx, y)), ((x + rx, y - ry), (x, y - ry)),
                        ((x - rx, y - ry), (x - rx, y)), ((x - rx, y + ry), (x, y + ry))):
        pen.qCurveTo(corner, end)
    pen.closePath()


def note(pen):
    disc(pen, 270, 90, 170, 125)
    polygon(pen, [(340, 90), (340, 720), (440, 720), (440, 90)])
    polygon(pen, [(340, 720), (440, 720), (700, 500), (640, 330), (440, 540), (340, 560)])


def symbols(font):
    draw = {
        0x2605: ("star", lambda pen: polygon(pen, star(450))),
        0x2606: ("star.open", lambda pen: (polygon(pen, star(450)), polygon(pen, star(270, -1)))),
        0x2665: ("heart", lambda pen: heart(pen, 1)),
        0x2764: ("heart", lambda pen: heart(pen, 1)),
        0x2661: ("heart.open", lambda pen: (heart(pen, 1), heart(pen, 0.62, back=True))),
        0x266A: ("note", note),
    }
    for code, (name, shape) in draw.items():
        if code in font.getBestCmap():
            continue
        pen = TTGlyphPen(None)
        shape(pen)
        glyph = pen.glyph()
        glyph.recalcBounds(font["glyf"])
        put(font, name, glyph, (BOX, glyph.xMin))
        encode(font, code, name)


def main(folder, out):
    font = part(folder, "latin")
    middle = instancer.instantiateVariableFont(reload(font), MIDDLE)
    font["GPOS"], font["GDEF"] = middle["GPOS"], middle["GDEF"]
    for table in ("HVAR", "MVAR", "STAT", "gasp", "prep"):
        font.tables.pop(table, None)
        if table in font:
            del font[table]
    font = reload(font)
    len(font["gvar"].variations), len(font["glyf"].glyphs)  # read before glyphs are added
    join(font, part(folder, "latin-ext"))
    symbols(font)
    for code, like in ALIASES.items():
        if like in font.getBestCmap() and code not in font.getBestCmap():
            encode(font, code, font.getBestCmap()[like])
    font = reload(font)
    options = subset.Options()
    options.layout_features = ["kern"]
    options.hinting = options.glyph_names = options.notdef_outline = False
    # Names of the family and its licence stay
    options.name_IDs = [0, 1, 13, 14]
    cut = subset.Subsetter(options)
    cut.populate(unicodes=[c for c in font.getBestCmap() if c >= 0x20 and not 0x200B <= c <= 0x200F and c != 0xFEFF])
    cut.subset(font)
    # Equal input gives an equal file
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    font.save(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
