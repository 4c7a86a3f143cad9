// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The content of a connection's schema, by the driver's metadata. */
final class SchemaContent {
    private static final Pattern TABLE = Pattern.compile("CREATE TABLE (\\w+).*", Pattern.DOTALL);
    private static final Pattern INDEX = Pattern.compile("CREATE (?:\\w+ )?INDEX (\\w+) ON (\\w+).*", Pattern.DOTALL);
    private static final Pattern ADDITION =
            Pattern.compile("ALTER TABLE (\\w+) ADD (?:CONSTRAINT|(?:\\w+ )?INDEX) (\\w+).*", Pattern.DOTALL);

    private static final List<Pattern> CREATING = List.of(TABLE, INDEX, ADDITION);

    private final Connection connection;
    private final @Nullable String catalog;
    private final @Nullable String schema;

    SchemaContent(Connection connection) throws SQLException {
        this.connection = connection;
        catalog = connection.getCatalog();
        schema = connection.getSchema();
    }

    /** Returns the name of the schema, or of the database where there are no schemas. */
    String schema() {
        return schema != null ? schema : String.valueOf(catalog);
    }

    /** Returns whether a given name is that of the schema, exactly or as SQL would read it. */
    boolean isSchema(String name) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        String found = schema();
        return name.equals(found)
                || (data.storesUpperCaseIdentifiers()
                        && name.toUpperCase(Locale.ROOT).equals(found))
                || (data.storesLowerCaseIdentifiers() && small(name).equals(found))
                || (data.storesMixedCaseIdentifiers() && name.equalsIgnoreCase(found));
    }

    /**
     * Returns the tables and views by the names that SQL uses for them without quotes; a name that needs quotes is
     * returned in quotes.
     */
    Set<String> tables() throws SQLException {
        Set<String> names = new TreeSet<>();
        if (schema == null && (catalog == null || connection.getMetaData().supportsSchemasInTableDefinitions())) {
            // A PostgreSQL user without a usable schema, or a MariaDB URL without a database: without a name the driver
            // would search all of them.
            return names;
        }
        try (ResultSet found = connection.getMetaData().getTables(catalog, schema, null, null)) {
            while (found.next()) {
                @Nullable String type = found.getString("TABLE_TYPE");
                boolean isTable = type != null && (type.contains("TABLE") || type.contains("VIEW"));
                // The driver reads the schema's name as a pattern.
                if (isTable && (schema == null || schema.equals(found.getString("TABLE_SCHEM")))) {
                    names.add(spoken(found.getString("TABLE_NAME")));
                }
            }
        }
        return names;
    }

    private String spoken(String kept) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        if (data.storesMixedCaseIdentifiers()) {
            return small(kept);
        }
        if (!data.storesUpperCaseIdentifiers()) {
            return kept;
        }
        return kept.equals(kept.toUpperCase(Locale.ROOT)) ? small(kept) : '"' + kept + '"';
    }

    /** Returns whether the table, index or reference that a statement creates exists; false for any other statement. */
    boolean holds(String statement) throws SQLException {
        Matcher table = TABLE.matcher(statement);
        if (table.matches()) {
            return tables().contains(table.group(1));
        }
        Matcher index = INDEX.matcher(statement);
        if (index.matches()) {
            return additions(index.group(2)).contains(small(index.group(1)));
        }
        Matcher addition = ADDITION.matcher(statement);
        return addition.matches() && additions(addition.group(1)).contains(small(addition.group(2)));
    }

    /** Returns whether a statement creates a table, an index or a reference. */
    static boolean isCreating(String statement) {
        return CREATING.stream().anyMatch(pattern -> pattern.matcher(statement).matches());
    }

    /**
     * Returns the name of the table, index or reference that a statement creates; for any other statement its first
     * word.
     */
    static String created(String statement) {
        for (Pattern pattern : CREATING) {
            Matcher matcher = pattern.matcher(statement);
            if (matcher.matches()) {
                return matcher.group(pattern == ADDITION ? 2 : 1);
            }
        }
        return statement.split(" ", 2)[0].toLowerCase(Locale.ROOT);
    }

    /** Returns the names of the indexes and references of a table. */
    private Set<String> additions(String table) throws SQLException {
        Set<String> names = new TreeSet<>();
        if (!tables().contains(table)) {
            return names;
        }
        String kept = connection.getMetaData().storesUpperCaseIdentifiers() ? table.toUpperCase(Locale.ROOT) : table;
        try (ResultSet found = connection.getMetaData().getIndexInfo(catalog, schema, kept, false, true)) {
            add(found, "INDEX_NAME", names);
        }
        try (ResultSet found = connection.getMetaData().getImportedKeys(catalog, schema, kept)) {
            add(found, "FK_NAME", names);
        }
        return names;
    }

    private static void add(ResultSet found, String column, Set<String> names) throws SQLException {
        while (found.next()) {
            @Nullable String name = found.getString(column);
            if (name != null) {
                names.add(small(name));
            }
        }
    }

    private static String small(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
