// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison.text;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextStyle.Tone;

/**
 * A table with one column of names and a group of columns for each run. Groups that do not fit side by side are placed
 * below each other, each with the names and the first run. Not thread-safe.
 */
final class Grid {
    private static final String GAP = "  ";

    private final int runs;
    private final List<List<Cell>> rows = new ArrayList<>();

    record Cell(String text, Tone tone) {
        static final Cell EMPTY = new Cell("", Tone.FAINT);

        static Cell of(String text) {
            return new Cell(text, Tone.FAINT);
        }
    }

    /** The cells of one run: its value and, except for the first run, the change and its evidence. */
    record Group(List<Cell> cells) {}

    Grid(int runs) {
        this.runs = runs;
    }

    /** Adds a row with three cells for each run; the last two cells of the first run are never shown. */
    void add(String name, List<Group> groups) {
        List<Cell> row = new ArrayList<>(List.of(Cell.of(name)));
        groups.forEach(group -> row.addAll(group.cells()));
        rows.add(row);
    }

    List<String> lines(int columns, TextStyle style) {
        int[] widths = new int[1 + 3 * runs];
        for (List<Cell> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).text().length());
            }
        }
        List<String> lines = new ArrayList<>();
        int head = widths[0] + GAP.length() + widths[1];
        for (int from = 1; from < runs || lines.isEmpty(); ) {
            int to = from;
            int width = head;
            while (to < runs && (to == from || width + group(widths, to) <= columns)) {
                width += group(widths, to);
                to++;
            }
            if (from > 1) {
                lines.add("");
            }
            for (List<Cell> row : rows) {
                lines.add(line(row, widths, from, to, style));
            }
            from = to;
        }
        return lines;
    }

    private static int group(int[] widths, int run) {
        int width = 0;
        for (int column = 1 + 3 * run; column < 4 + 3 * run; column++) {
            width += widths[column] == 0 ? 0 : GAP.length() + widths[column];
        }
        return width;
    }

    private static String line(List<Cell> row, int[] widths, int from, int to, TextStyle style) {
        StringBuilder line = new StringBuilder();
        left(line, row.getFirst(), widths[0], style);
        right(line, row.get(1), widths[1], style);
        for (int run = from; run < to; run++) {
            right(line, row.get(1 + 3 * run), widths[1 + 3 * run], style);
            right(line, row.get(2 + 3 * run), widths[2 + 3 * run], style);
            if (widths[3 + 3 * run] > 0) {
                line.append(GAP);
                left(line, row.get(3 + 3 * run), widths[3 + 3 * run], style);
            }
        }
        return line.toString().stripTrailing();
    }

    private static void left(StringBuilder line, Cell cell, int width, TextStyle style) {
        line.append(styled(cell, style)).append(" ".repeat(width - cell.text().length()));
    }

    private static void right(StringBuilder line, Cell cell, int width, TextStyle style) {
        if (width > 0) {
            line.append(GAP).append(" ".repeat(width - cell.text().length())).append(styled(cell, style));
        }
    }

    private static String styled(Cell cell, TextStyle style) {
        return cell.text().isEmpty() ? "" : style.apply(cell.tone(), cell.text());
    }
}
