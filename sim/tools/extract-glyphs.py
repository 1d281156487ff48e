#!/usr/bin/python3
"""
Extracts the outlines of the characters that the simulated street draws, from WenQuanYi Micro Hei into
src/street/glyphs.json.

Run this by hand when a character is added. The result is committed, so that no frame depends on a font of the machine
that draws it:

    apt-get install fonts-wqy-microhei python3-fonttools
    /usr/bin/python3 sim/tools/extract-glyphs.py

Origin: Debian's fonts-wqy-microhei 0.2.0-beta, (c) 2008-2009 The WenQuanYi Project and Google (Droid Sans Fallback),
Apache-2.0 or GPL-3+ with font exception; we take it under Apache-2.0.

Each entry is [advance, path]: an SVG path of M, L, Q and Z with whole numbers, 1000 to the em, y downwards, baseline at 0.
"""
import json
import os
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTCollection

FONT = '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc'
OUT = os.path.join(os.path.dirname(__file__), '../src/street/glyphs.json')
EM = 1000
CHARS = (
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz -·:./#°'
    '京津晋冀蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新'  # the 31 provinces
    '警学挂港澳领'
    '星期一二三四五六日年月'
    '深南大道东西北中路段街巷号华强科技园停车场桃人民山学府海滨'  # names of cameras
    '超市便利店书银行药房咖啡面馆花茶快餐公交'  # signs and markings
    '濱商書藥局麵銀早餐'  # the same in Taiwan
)


class Whole(BasePen):
    """Writes whole coordinates, y downwards."""

    def __init__(self, glyphs, scale):
        super().__init__(glyphs)
        self.scale, self.out = scale, []

    def put(self, letter, *points):
        self.out.append(letter + ' '.join(f'{round(x * self.scale)} {round(-y * self.scale)}' for x, y in points))

    def _moveTo(self, p): self.put('M', p)
    def _lineTo(self, p): self.put('L', p)
    def _qCurveToOne(self, a, p): self.put('Q', a, p)
    def _curveToOne(self, a, b, p): raise ValueError('TrueType outlines have no cubic curves')
    def _closePath(self): self.out.append('Z')


font = TTCollection(FONT).fonts[0]
cmap, glyphs, scale = font.getBestCmap(), font.getGlyphSet(), EM / font['head'].unitsPerEm
table = {}
for char in dict.fromkeys(CHARS):
    name = cmap.get(ord(char))
    if name is None:
        raise SystemExit(f'{char} is not in the font')
    pen = Whole(glyphs, scale)
    glyphs[name].draw(pen)
    table[char] = [round(glyphs[name].width * scale), ''.join(pen.out)]

with open(OUT, 'w', encoding='utf-8') as file:
    file.write('{\n' + ',\n'.join(f'{json.dumps(k, ensure_ascii=False)}:{json.dumps(v)}' for k, v in table.items()) + '\n}\n')
print(len(table), 'glyphs,', os.path.getsize(OUT), 'bytes')
