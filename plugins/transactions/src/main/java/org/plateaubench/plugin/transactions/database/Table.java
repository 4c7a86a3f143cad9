// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.database;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table. Immutable.
 *
 * @param columns name and type of each column, such as {@code w_id INTEGER}; the types {@code TIMESTAMP} and {@code
 *     IDENTITY} are those of the database
 * @param key columns of the primary key; empty for a table without one
 */
public record Table(String name, List<String> columns, String key) {
    public Table {
        columns = List.copyOf(columns);
    }

    List<String> names() {
        return columns.stream().map(column -> column.split(" ", 2)[0]).toList();
    }

    Set<String> nameSet() {
        return Set.copyOf(names());
    }

    String create(Database database) {
        String definitions = columns.stream()
                .map(column -> column.split(" ", 2))
                .map(column -> column[0] + " " + database.type(column[1]))
                .collect(Collectors.joining(", "));
        return "CREATE TABLE " + name + " (" + definitions + (key.isEmpty() ? "" : ", PRIMARY KEY (" + key + ")") + ")"
                + database.tableOptions();
    }
}
