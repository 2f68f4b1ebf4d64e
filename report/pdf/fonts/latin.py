"""Makes the two NotoSansSC-*-latin.ttf beside this file, from the fonts that
`unzstd` unpacks there.

They hold what is not Chinese: a page of Latin text needs only these small fonts.
In a Chinese font quotation marks, the middle dot and the ellipsis are as wide as
a Chinese character. Here their advances suit Latin text; their shapes stay as
they are. The script also draws a few signs that reports use and the fonts lack:
the minus sign, check marks, crosses, ballot boxes and a flag. Needs fonttools.
"""
from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

FIRST_CJK = 0x2E80
MARKS = {0x2018: 50, 0x2019: 50, 0x201C: 45, 0x201D: 45, 0x00B7: 60, 0x2022: 110, 0x2026: 60}


def signs(t):
    """Returns name: (code points, advance, contours); t is the stroke."""
    check = [(90, 330), (160, 400), (330, 230), (730, 640), (800, 570), (330, 90)]
    h = t * 0.707
    cross = [(450 - 300, 360 + 300 - h), (450 - 300 + h, 360 + 300), (450, 360 + h), (450 + 300 - h, 360 + 300),
             (450 + 300, 360 + 300 - h), (450 + h, 360), (450 + 300, 360 - 300 + h), (450 + 300 - h, 360 - 300),
             (450, 360 - h), (450 - 300 + h, 360 - 300), (450 - 300, 360 - 300 + h), (450 - h, 360)]
    box = [[(80, -20), (80, 740), (840, 740), (840, -20)], [(80 + t, -20 + t), (840 - t, -20 + t), (840 - t, 740 - t), (80 + t, 740 - t)]]
    small = [(x * 0.62 + 185, y * 0.62 + 140) for x, y in check]
    flag = [(180, -60), (180, 740), (180 + t, 740), (760, 540), (180 + t, 340), (180 + t, -60)]
    return {
        "minus": ([0x2212], 576, [[(52, 345 - t / 2), (52, 345 + t / 2), (524, 345 + t / 2), (524, 345 - t / 2)]]),
        "check": ([0x2713, 0x2714, 0x2705], 890, [check]),
        "cross": ([0x2717, 0x2718, 0x2716, 0x274C], 900, [cross]),
        "box": ([0x2610], 920, box),
        "boxcheck": ([0x2611], 920, box + [small]),
        "flag": ([0x2691], 860, [flag]),
    }


for weight, stroke in (("Regular", 66), ("Bold", 100)):
    font = TTFont(f"NotoSansSC-{weight}-gb2312-big5.ttf", recalcTimestamp=False)
    options = subset.Options()
    options.name_IDs = ["*"]
    options.drop_tables += ["GPOS", "GSUB", "STAT", "vhea", "vmtx"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[c for c in font.getBestCmap() if c < FIRST_CJK])
    cutter.subset(font)
    glyf, hmtx, cmap = font["glyf"], font["hmtx"], font.getBestCmap()
    # The bullet and the middle dot share a glyph, so they share a bearing.
    bearing = {}
    for code, side in MARKS.items():
        bearing.setdefault(cmap[code], side)
    for name, side in bearing.items():
        glyph = glyf[name]
        glyph.coordinates.translate((side - glyph.xMin, 0))
        glyph.recalcBounds(glyf)
        hmtx[name] = (glyph.xMax + side, glyph.xMin)
    for name, (codes, advance, contours) in signs(stroke).items():
        pen = TTGlyphPen(None)
        for contour in contours:
            pen.moveTo(tuple(map(round, contour[0])))
            for point in contour[1:]:
                pen.lineTo(tuple(map(round, point)))
            pen.closePath()
        glyf[name] = pen.glyph()
        glyf[name].recalcBounds(glyf)
        hmtx[name] = (advance, glyf[name].xMin)
        for table in font["cmap"].tables:
            for code in codes:
                table.cmap[code] = name
    font.setGlyphOrder(font.getGlyphOrder())
    font.save(f"NotoSansSC-{weight}-latin.ttf")
