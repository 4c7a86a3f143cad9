// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.common;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table with a header for each column. Not thread-safe. */
public class TableModel {
    private final @Nullable String[] headers;
    private final List<@Nullable Comparable<?>[]> rows;

    public TableModel(int columns) {
        this(columns, 0);
    }

    public TableModel(int columns, int rowInitCapacity) {
        headers = new String[columns];
        rows = new ArrayList<>(rowInitCapacity);
    }

    public int columns() {
        return headers.length;
    }

    public int rows() {
        return rows.size();
    }

    public @Nullable String getHeader(int column) {
        return headers[column];
    }

    public @Nullable String[] getHeaders() {
        return headers;
    }

    public void setHeader(int column, String header) {
        headers[column] = header;
    }

    public @Nullable Comparable<?> getField(int row, int column) {
        return rows.get(row)[column];
    }

    public @Nullable Comparable<?>[] getRow(int row) {
        return rows.get(row);
    }

    public @Nullable Comparable<?>[] newRow() {
        @Nullable Comparable<?>[] row = new Comparable<?>[headers.length];
        rows.add(row);
        return row;
    }
}
