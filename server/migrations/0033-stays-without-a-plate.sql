-- A stay without a plate contradicts none, but kept the mark (bit 16: "impossible") when it lost its plate.
UPDATE stay SET marks = marks & ~16 WHERE plate_number = '' AND marks & 16 <> 0;
