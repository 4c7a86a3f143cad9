// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads values by name from a server's answer. */
final class Rows {
    private Rows() {}

    /**
     * Returns the values of one row by lower-case column name; empty without a row. Columns without a value are left
     * out.
     */
    static Map<String, String> columns(ResultSet rows) throws SQLException {
        Map<String, String> values = new HashMap<>();
        if (rows.next()) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                String value = rows.getString(i);
                if (value != null) {
                    values.put(rows.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT), value);
                }
            }
        }
        return values;
    }

    static Map<String, String> pairs(ResultSet rows) throws SQLException {
        Map<String, String> values = new HashMap<>();
        while (rows.next()) {
            String value = rows.getString(2);
            if (value != null) {
                values.put(rows.getString(1), value);
            }
        }
        return values;
    }
}
