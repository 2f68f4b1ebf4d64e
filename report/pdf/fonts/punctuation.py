"""Makes the two NotoSansSC-*-punctuation.ttf beside this file.

In a Chinese font quotation marks, the middle dot and the ellipsis are as wide
as a Chinese character; in a page of Latin text that leaves holes. This cuts
those marks out and gives them advances that suit Latin text; their shapes stay
as they are. Needs fonttools.
"""
from fontTools import subset
from fontTools.ttLib import TTFont

MARKS = {0x2018: 50, 0x2019: 50, 0x201C: 45, 0x201D: 45, 0x00B7: 60, 0x2022: 110, 0x2026: 60}

for weight in ("Regular", "Bold"):
    font = TTFont(f"NotoSansSC-{weight}-gb2312-big5.ttf", recalcTimestamp=False)
    options = subset.Options()
    options.name_IDs = ["*"]
    options.drop_tables += ["GPOS", "GSUB", "STAT", "vhea", "vmtx"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[0x20, *MARKS])
    cutter.subset(font)
    glyf, hmtx, cmap = font["glyf"], font["hmtx"], font.getBestCmap()
    # The bullet and the middle dot share a glyph, so they share a bearing.
    bearing = {}
    for code, side in MARKS.items():
        bearing.setdefault(cmap[code], side)
    for name, side in bearing.items():
        glyph = glyf[name]
        dx = side - glyph.xMin
        glyph.coordinates.translate((dx, 0))
        glyph.recalcBounds(glyf)
        hmtx[name] = (glyph.xMax + side, glyph.xMin)
    font.save(f"NotoSansSC-{weight}-punctuation.ttf")
