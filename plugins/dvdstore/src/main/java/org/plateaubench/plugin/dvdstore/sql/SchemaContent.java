// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The content of a connection's schema, by the driver's metadata. */
final class SchemaContent {
    private static final Pattern CREATING = Pattern.compile(
            "CREATE (?:TABLE|(?:\\w+ )?INDEX) (\\w+).*|ALTER TABLE \\w+ ADD (?:CONSTRAINT|(?:\\w+ )?INDEX) (\\w+).*",
            Pattern.DOTALL);

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

    /** Returns whether a given name is the name of the schema, exactly or as SQL would read it. */
    boolean isSchema(String name) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        String found = schema();
        return name.equals(found)
                || (data.storesUpperCaseIdentifiers()
                        && name.toUpperCase(Locale.ROOT).equals(found))
                || (data.storesLowerCaseIdentifiers() && lowerCase(name).equals(found))
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
                    names.add(sqlForm(found.getString("TABLE_NAME")));
                }
            }
        }
        return names;
    }

    private String sqlForm(String storedName) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        if (data.storesMixedCaseIdentifiers()) {
            return lowerCase(storedName);
        }
        if (!data.storesUpperCaseIdentifiers()) {
            return storedName;
        }
        return storedName.equals(storedName.toUpperCase(Locale.ROOT)) ? lowerCase(storedName) : '"' + storedName + '"';
    }

    /** Returns the name of the table, index or reference that a statement creates; empty for any other statement. */
    static String created(String statement) {
        Matcher matcher = CREATING.matcher(statement);
        if (!matcher.matches()) {
            return "";
        }
        return matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    }

    /** Returns the names of the tables, and of the indexes and references of a store's tables. */
    Set<String> names(StoreNumber store) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        Set<String> tables = tables();
        Set<String> names = new TreeSet<>(tables);
        for (Table table : Table.values()) {
            String name = store.named(table.sqlName());
            if (tables.contains(name)) {
                String storedName = data.storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name;
                try (ResultSet found = data.getIndexInfo(catalog, schema, storedName, false, true)) {
                    add(found, "INDEX_NAME", names);
                }
                try (ResultSet found = data.getImportedKeys(catalog, schema, storedName)) {
                    add(found, "FK_NAME", names);
                }
            }
        }
        return names;
    }

    private static void add(ResultSet found, String column, Set<String> names) throws SQLException {
        while (found.next()) {
            @Nullable String name = found.getString(column);
            if (name != null) {
                names.add(lowerCase(name));
            }
        }
    }

    private static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
