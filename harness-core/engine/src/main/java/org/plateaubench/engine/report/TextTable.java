// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** A table of text: first column aligned left, others right. Gaps between columns shrink before a name is truncated. */
public final class TextTable {
    private static final int GAP = 2;
    private static final int MIN_NAME_LENGTH = 4;
    private static final String ELLIPSIS = "\u2026";

    /** A code that a {@link TextStyle} adds, which occupies no columns. */
    private static final Pattern STYLE_CODE = Pattern.compile("\u001b\\[[0-9;]*m");

    private final List<List<String>> rows = new ArrayList<>();
    private final int maxWidth;

    /** {@code maxWidth} is in characters; the first column is truncated to it. */
    public TextTable(int maxWidth, List<String> headings) {
        this.maxWidth = maxWidth;
        rows.add(headings);
    }

    public void add(List<String> row) {
        rows.add(List.copyOf(row));
    }

    public List<String> lines() {
        int[] widths = widths();
        int others = Arrays.stream(widths).skip(1).sum();
        int gap = widths[0] + others + GAP * gaps(widths) <= maxWidth ? GAP : 1;
        widths[0] = Math.max(MIN_NAME_LENGTH, Math.min(widths[0], maxWidth - others - gap * gaps(widths)));
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(alignedLeft(row.getFirst(), widths[0]));
            for (int column = 1; column < widths.length; column++) {
                if (widths[column] > 0) {
                    line.append(" ".repeat(gap + widths[column] - width(row.get(column))));
                    line.append(row.get(column));
                }
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /** The number of gaps; a column without any text needs none. */
    private static int gaps(int[] widths) {
        return (int) Arrays.stream(widths).skip(1).filter(width -> width > 0).count();
    }

    private int[] widths() {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], width(row.get(column)));
            }
        }
        return widths;
    }

    private static int width(String cell) {
        return STYLE_CODE.matcher(cell).replaceAll("").length();
    }

    private static String alignedLeft(String text, int width) {
        String truncated = text.length() <= width ? text : text.substring(0, width - 1) + ELLIPSIS;
        return truncated + " ".repeat(width - truncated.length());
    }
}
