// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.sql.Connector;
import org.plateaubench.plugin.dvdstore.sql.Table;

/**
 * Permission to use a schema that holds tables but no marker of Plateau, given by the schema's name.
 *
 * @param schema name of the schema; empty for no permission
 */
record Adoption(String schema) {
    /** No permission. */
    static final Adoption NONE = new Adoption("");

    /**
     * Checks whether the connection's schema may be used.
     *
     * @param isOwn whether it has Plateau's marker
     * @return a problem if it may not, a note if the permission was needed, otherwise empty
     */
    Optional<Finding> look(Connection connection, Connector connector, boolean isOwn) throws SQLException {
        SchemaContent content = new SchemaContent(connection);
        String found = content.schema();
        if (!schema.isEmpty() && !content.isSchema(schema)) {
            return Optional.of(Finding.problem(
                            "The schema to adopt is " + schema + ", and the one at " + connector.place() + " is "
                                    + found + ".",
                            "Correct 'adopt', or the url of the SUT.")
                    .about("adopt"));
        }
        Set<String> tables = content.tables();
        if (isOwn || tables.isEmpty()) {
            return Optional.empty();
        }
        if (schema.isEmpty()) {
            return Optional.of(Finding.problem(
                    "The schema at " + connector.place() + " holds tables that are not Plateau's, such as "
                            + tables.iterator().next() + ", and is left unchanged.",
                    "Name a database or schema that is empty, or adopt this one with the parameter 'adopt: " + found
                            + "', which drops tables that have names of the store."));
        }
        return Optional.of(Finding.note("The schema " + found + " is adopted; " + dropped(connector, tables)));
    }

    private static String dropped(Connector connector, Set<String> tables) {
        Set<String> dropped = new TreeSet<>(connector.dialect().textIndexTables());
        for (Table table : Table.values()) {
            dropped.add(table.sqlName());
        }
        dropped.retainAll(tables);
        return (dropped.isEmpty() ? "none" : "only " + String.join(", ", dropped)) + " of its " + tables.size()
                + " tables will be dropped.";
    }
}
