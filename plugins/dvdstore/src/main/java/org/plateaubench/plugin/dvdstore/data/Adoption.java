// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.sql.Connector;
import org.plateaubench.process.database.OwnTables;
import org.plateaubench.process.database.OwnTables.Change;

/**
 * Permission to create the store in a schema that holds tables but no marker of Plateau, given by the schema's name. No
 * object of another program is changed or dropped, with or without it.
 *
 * @param schema name of the schema; empty for no permission
 */
record Adoption(String schema) {
    /** No permission. */
    static final Adoption NONE = new Adoption("");

    /**
     * Checks whether the tables of the store may be changed in the connection's schema.
     *
     * @param isOwn whether it has Plateau's marker
     * @return problems if they may not; notes if the permission was needed, or if a part could not be checked
     */
    List<Finding> look(Connection connection, Connector connector, boolean isOwn, Change change) throws SQLException {
        SchemaContent content = new SchemaContent(connection);
        String found = content.schema();
        if (!schema.isEmpty() && !content.isSchema(schema)) {
            return List.of(Finding.problem(
                            "The schema to adopt is " + schema + ", and the one at " + connector.place() + " is "
                                    + found + ".",
                            "Correct 'adopt', or the url of the SUT.")
                    .about("adopt"));
        }
        OwnTables own = DataMarker.tables(connection, connector.dialect());
        List<String> foreign = own.foreign(change, isOwn);
        Set<String> tables = content.tables();
        if (!isOwn && schema.isEmpty() && !tables.isEmpty()) {
            return List.of(Finding.problem(
                    "The schema at " + connector.place() + " holds tables that are not Plateau's, such as "
                            + tables.iterator().next() + ", and is left unchanged.",
                    "Name a database or schema that is empty"
                            + (foreign.isEmpty()
                                    ? ", or create the store beside these tables with the parameter 'adopt: " + found
                                            + "'."
                                    : ": in this one the store would collide with " + OwnTables.named(foreign) + ".")));
        }
        if (!foreign.isEmpty()) {
            return List.of(Finding.problem(
                    "The schema " + found + " at " + connector.place()
                            + " holds objects that are not Plateau's and that"
                            + " the store would change, drop or collide with: " + OwnTables.named(foreign)
                            + ". Nothing was changed.",
                    isOwn
                            ? "Drop or move these objects, or name another database or schema."
                            : "Name a database or schema that is empty."));
        }
        if (isOwn || tables.isEmpty()) {
            return isOwn && change != Change.WRITE ? uncertain(own) : List.of();
        }
        return List.of(Finding.note("The schema " + found + " is adopted; the store is created beside its "
                + tables.size() + " tables, which stay unchanged."));
    }

    private static List<Finding> uncertain(OwnTables own) throws SQLException {
        String hidden = own.hidden();
        return hidden.isEmpty() ? List.of() : List.of(Finding.note(hidden));
    }
}
