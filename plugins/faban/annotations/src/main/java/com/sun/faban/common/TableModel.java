// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.common;

import java.util.ArrayList;
import java.util.List;

/** A table with a header, to which rows are added. */
public class TableModel {
    private final String[] headers;
    private final List<Comparable<?>[]> rows = new ArrayList<>();

    /** A table without rows. */
    public TableModel(int columns) {
        headers = new String[columns];
    }

    /** A table without rows, for about as many rows as given. */
    public TableModel(int columns, int rowInitCapacity) {
        this(columns);
    }

    /** Number of columns. */
    public int columns() {
        return headers.length;
    }

    /** Number of rows. */
    public int rows() {
        return rows.size();
    }

    /** Sets the header of a column, from 0. */
    public void setHeader(int column, String header) {
        headers[column] = header;
    }

    /** The header of a column, from 0. */
    public String getHeader(int column) {
        return headers[column];
    }

    /** The headers of all columns. */
    public String[] getHeaders() {
        return headers.clone();
    }

    /** Adds a row and returns its fields, which the caller fills. */
    @SuppressWarnings("rawtypes") // As in Faban.
    public Comparable[] newRow() {
        rows.add(new Comparable<?>[headers.length]);
        return rows.get(rows.size() - 1);
    }

    /** The fields of a row, from 0. */
    @SuppressWarnings("rawtypes")
    public Comparable[] getRow(int row) {
        return rows.get(row);
    }

    /** A field. */
    @SuppressWarnings("rawtypes")
    public Comparable getField(int row, int column) {
        return rows.get(row)[column];
    }
}
