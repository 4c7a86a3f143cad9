// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.data.MarkedData.Work;

/**
 * The tables of a workload in the schema of a connection, and the objects of other programs that a change of these
 * tables would change or remove. It only reads the catalogue.
 */
public final class OwnTables {
    private static final int MAX_NAMED = 10;

    static final Set<String> TABLE_TYPES = Set.of("TABLE", "BASE TABLE", "PARTITIONED TABLE");

    private final Connection connection;
    private final DatabaseMetaData data;
    private final Map<String, Set<String>> columns;
    private final @Nullable String catalog;
    private final @Nullable String schema;
    private final boolean isUpper;
    private final boolean ignoresCase;

    /** A change of the tables. Each includes the ones before it. */
    public enum Change {
        /** Rows are inserted and updated. */
        WRITE,
        /** Rows are deleted, and with them rows that refer to them by a foreign key. */
        DELETE,
        /** Tables are created or dropped. */
        DROP;

        /** Returns the change that this work makes. */
        public static Change of(Work work) {
            return switch (work) {
                case USE -> WRITE;
                case RESTORE -> DELETE;
                case RESUME, LOAD, CLEAR -> DROP;
            };
        }
    }

    /**
     * Creates the check.
     *
     * @param columns columns of each table, all in lower case; no columns if these are not compared
     */
    public OwnTables(Connection connection, Map<String, Set<String>> columns) throws SQLException {
        this.connection = connection;
        this.data = connection.getMetaData();
        this.columns = columns;
        this.catalog = connection.getCatalog();
        this.schema = connection.getSchema();
        this.isUpper = data.storesUpperCaseIdentifiers();
        this.ignoresCase = !data.supportsMixedCaseQuotedIdentifiers();
    }

    /** Returns whether the schema has this table with its columns. */
    public boolean holds(String table) throws SQLException {
        for (Map.Entry<String, String> relation : sameNames().entrySet()) {
            if (own(relation.getKey()).equals(table) && isOwn(relation.getKey(), relation.getValue())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the objects of other programs that the change would change or remove, such as {@code view sales}.
     *
     * @param isMarked whether the schema has the marker of the workload; without it every table is of another program
     */
    public List<String> foreign(Change change, boolean isMarked) throws SQLException {
        Set<String> found = new LinkedHashSet<>();
        for (Map.Entry<String, String> relation : sameNames().entrySet()) {
            String name = relation.getKey();
            String type = relation.getValue();
            if (!isMarked || !isOwn(name, type)) {
                found.add((TABLE_TYPES.contains(type) ? "table" : type.toLowerCase(Locale.ROOT)) + " " + name
                        + (isMarked && TABLE_TYPES.contains(type) ? ", which has other columns" : ""));
            }
        }
        if (change != Change.WRITE) {
            found.addAll(references());
        }
        return List.copyOf(found);
    }

    /** Returns the objects as text for a message, the first ten by name. */
    public static String named(List<String> objects) {
        String first = objects.stream().limit(MAX_NAMED).collect(Collectors.joining("; "));
        int more = objects.size() - MAX_NAMED;
        return more > 0 ? first + "; and " + more + " more" : first;
    }

    /** Returns the relations of the schema that have the name of one of the tables, with their types. */
    private Map<String, String> sameNames() throws SQLException {
        Map<String, String> found = new TreeMap<>();
        if (schema == null && (catalog == null || data.supportsSchemasInTableDefinitions())) {
            // Without a schema the driver would search all of them.
            return found;
        }
        try (ResultSet relations = data.getTables(catalog, escaped(schema), null, null)) {
            while (relations.next()) {
                String name = relations.getString("TABLE_NAME");
                if (!own(name).isEmpty()) {
                    found.put(name, relations.getString("TABLE_TYPE"));
                }
            }
        }
        return found;
    }

    /** Returns the table of the workload that the database finds by this stored name; empty for none. */
    private String own(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean isWritten = ignoresCase || name.equals(isUpper ? name.toUpperCase(Locale.ROOT) : lower);
        return isWritten && columns.containsKey(lower) ? lower : "";
    }

    private boolean isOwn(String name, String type) throws SQLException {
        Set<String> wanted = columns.getOrDefault(own(name), Set.of());
        if (!TABLE_TYPES.contains(type) || wanted.isEmpty()) {
            return TABLE_TYPES.contains(type);
        }
        Set<String> found = new TreeSet<>();
        try (ResultSet each = data.getColumns(catalog, escaped(schema), escaped(name), null)) {
            while (each.next()) {
                found.add(each.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return found.equals(wanted);
    }

    /** Returns a name as a pattern that only this name matches. */
    private @Nullable String escaped(@Nullable String name) throws SQLException {
        String escape = data.getSearchStringEscape();
        return name == null
                ? null
                : name.replace(escape, escape + escape)
                        .replace("_", escape + "_")
                        .replace("%", escape + "%");
    }

    /** Returns the foreign keys of other tables that refer to the tables of the workload. */
    public List<String> references() throws SQLException {
        List<String> found = new ArrayList<>();
        for (String table : sameNames().keySet()) {
            try (ResultSet keys = data.getExportedKeys(catalog, schema, table)) {
                while (keys.next()) {
                    String name = keys.getString("FKTABLE_NAME");
                    @Nullable String place = keys.getString(schema == null ? "FKTABLE_CAT" : "FKTABLE_SCHEM");
                    boolean isHere = Objects.equals(place, schema == null ? catalog : schema);
                    if (!isHere || own(name).isEmpty()) {
                        found.add("foreign key " + keys.getString("FK_NAME") + " of table "
                                + (isHere ? "" : place + ".") + name);
                    }
                }
            }
        }
        return found;
    }
}
