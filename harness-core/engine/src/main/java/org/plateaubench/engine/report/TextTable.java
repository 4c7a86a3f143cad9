// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table whose first column is aligned left and whose other columns are aligned right. Columns are moved closer
 * together before a name is truncated, and a truncated name ends with an ellipsis. Not thread-safe.
 */
public final class TextTable {
    private static final int GAP = 2;
    private static final String ELLIPSIS = "\u2026";

    private final List<List<String>> rows = new ArrayList<>();
    private final int widest;

    /**
     * Creates a table.
     *
     * @param widest greatest width in characters, to which the first column is truncated
     */
    public TextTable(int widest, String... headings) {
        this(widest, List.of(headings));
    }

    public TextTable(int widest, List<String> headings) {
        this.widest = widest;
        rows.add(headings);
    }

    public void add(List<String> row) {
        if (row.size() != rows.getFirst().size()) {
            throw new IllegalArgumentException("a row of " + row.size() + " cells");
        }
        rows.add(List.copyOf(row));
    }

    public List<String> lines() {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        int others = 0;
        for (int column = 1; column < columns; column++) {
            others += widths[column];
        }
        int gap = widths[0] + others + GAP * (columns - 1) <= widest ? GAP : 1;
        widths[0] = Math.max(4, Math.min(widths[0], widest - others - gap * (columns - 1)));
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(left(row.getFirst(), widths[0]));
            for (int column = 1; column < columns; column++) {
                line.append(" ".repeat(gap + widths[column] - row.get(column).length()));
                line.append(row.get(column));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static String left(String text, int width) {
        String cut = text.length() <= width ? text : text.substring(0, width - 1) + ELLIPSIS;
        return cut + " ".repeat(width - cut.length());
    }
}
