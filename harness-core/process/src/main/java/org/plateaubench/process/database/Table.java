// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table. Immutable.
 *
 * @param key columns of the primary key; empty for a table without one
 * @param definitions name and type of each column; {@code TIMESTAMP}, {@code IDENTITY} and {@code WORDS}, for the text of
 *     a full-text index, are types of the database
 */
public record Table(String name, String key, List<String> definitions) {
    public Table(String name, String key, String definitions) {
        this(
                name,
                key,
                Stream.of(definitions.split(",(?![^(]*\\))")).map(String::strip).toList());
    }

    public List<String> columns() {
        return definitions.stream()
                .map(definition -> definition.split(" ", 2)[0])
                .toList();
    }

    String create(Database database) {
        String columns = definitions.stream().map(database::column).collect(Collectors.joining(", "));
        return "CREATE TABLE " + name + " (" + columns + (key.isEmpty() ? "" : ", PRIMARY KEY (" + key + ")") + ")"
                + database.tableOptions();
    }
}
