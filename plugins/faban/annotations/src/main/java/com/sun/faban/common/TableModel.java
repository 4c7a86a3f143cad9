// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.common;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table with a heading per column. Used by one thread. */
public class TableModel implements Serializable {
    private static final long serialVersionUID = 1L;

    private final @Nullable String[] headings;
    private final ArrayList<@Nullable Comparable<?>[]> rows = new ArrayList<>();

    /**
     * A table without rows.
     *
     * @param columns number of columns, at least 1
     */
    public TableModel(int columns) {
        headings = new String[columns];
    }

    /** Number of columns. */
    public int columns() {
        return headings.length;
    }

    /** Number of rows. */
    public int rows() {
        return rows.size();
    }

    /** Sets the heading of a column, from 0. */
    public void setHeader(int column, String heading) {
        headings[column] = heading;
    }

    /** The heading of a column, from 0; null when it has none. */
    public @Nullable String getHeader(int column) {
        return headings[column];
    }

    /** Adds a row and returns its cells, which the caller fills. */
    public @Nullable Comparable<?>[] newRow() {
        @Nullable Comparable<?>[] row = new Comparable<?>[headings.length];
        rows.add(row);
        return row;
    }

    /** The cells of a row, from 0. */
    public @Nullable Comparable<?>[] getRow(int row) {
        return rows.get(row);
    }

    /** The table as lines of cells, headings first. */
    public List<List<String>> lines() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(cells(headings));
        rows.forEach(row -> lines.add(cells(row)));
        return lines;
    }

    private static List<String> cells(@Nullable Object[] values) {
        List<String> cells = new ArrayList<>();
        for (Object value : values) {
            cells.add(value == null ? "" : value.toString());
        }
        return cells;
    }
}
