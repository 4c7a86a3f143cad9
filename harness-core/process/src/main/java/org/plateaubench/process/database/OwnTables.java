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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.data.MarkedData.Work;

/**
 * The tables of a workload in the schema of a connection, and the objects of other programs that a change of these
 * tables would affect. It only reads the catalogue, of H2, PostgreSQL, MariaDB or MySQL.
 */
public final class OwnTables {
    private static final int MAX_LISTED_OBJECTS = 10;

    /** The right to see foreign keys of every database of MariaDB and MySQL. */
    private static final String PROCESS = "PROCESS";

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
        /** Rows are inserted and updated, which fires triggers. */
        WRITE,
        /** Rows are deleted, and with them rows that refer to them by a foreign key. */
        DELETE,
        /** Tables are created or dropped. */
        DROP;

        public static Change of(Work work) {
            return switch (work) {
                case USE -> WRITE;
                case RESTORE -> DELETE;
                case RESUME, LOAD, CLEAR -> DROP;
            };
        }
    }

    /** Creates the tables from their columns in lower case. A table without columns is compared by its name only. */
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
        for (Map.Entry<String, String> relation : relationsWithOwnNames().entrySet()) {
            if (ownTable(relation.getKey()).equals(table) && isOwn(relation.getKey(), relation.getValue())) {
                return true;
            }
        }
        return false;
    }

    /** Objects of other programs that the change would affect; without the marker, every table counts as such. */
    public List<String> foreign(Change change, boolean isMarked) throws SQLException {
        Set<String> found = new LinkedHashSet<>();
        for (Map.Entry<String, String> relation : relationsWithOwnNames().entrySet()) {
            String name = relation.getKey();
            String type = relation.getValue();
            if (!isMarked || !isOwn(name, type)) {
                found.add((TABLE_TYPES.contains(type) ? "table" : type.toLowerCase(Locale.ROOT)) + " " + name
                        + (isMarked && TABLE_TYPES.contains(type) ? ", which has other columns" : ""));
            }
        }
        found.addAll(references(change));
        return List.copyOf(found);
    }

    /** Returns the objects as text for a message, the first ten by name. */
    public static String listNames(List<String> objects) {
        String first = objects.stream().limit(MAX_LISTED_OBJECTS).collect(Collectors.joining("; "));
        int notShown = objects.size() - MAX_LISTED_OBJECTS;
        return notShown > 0 ? first + "; and " + notShown + " more" : first;
    }

    /** A sentence about objects that the server hides from this user; empty if it hides none. */
    public String hidden() throws SQLException {
        if (!isMaria()) {
            return "";
        }
        Set<String> rights = mariaRights(connection);
        List<String> hidden = new ArrayList<>();
        if (!rights.contains("TRIGGER")) {
            hidden.add("triggers (the right TRIGGER is missing)");
        }
        if (!rights.contains(PROCESS)) {
            hidden.add("foreign keys of other databases (the right PROCESS is missing)");
        }
        return hidden.isEmpty()
                ? ""
                : "Objects that refer to the tables of this workload were searched, but the server hides from this user: "
                        + String.join(", ", hidden) + ".";
    }

    /** Returns the rights of the user of MariaDB or MySQL on the database, without those of a role. */
    static Set<String> mariaRights(Connection connection) throws SQLException {
        String userCondition = " WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')";
        return Set.copyOf(Sql.list(
                connection,
                "SELECT privilege_type FROM information_schema.user_privileges" + userCondition
                        + " UNION SELECT privilege_type FROM information_schema.schema_privileges" + userCondition
                        + " AND DATABASE() LIKE table_schema",
                row -> row.getString(1)));
    }

    private boolean isMaria() throws SQLException {
        String product = data.getDatabaseProductName();
        return product.equals("MariaDB") || product.equals("MySQL");
    }

    /** Returns the relations of the schema that have the name of one of the tables, with their types. */
    private Map<String, String> relationsWithOwnNames() throws SQLException {
        Map<String, String> found = new TreeMap<>();
        if (schema == null && (catalog == null || data.supportsSchemasInTableDefinitions())) {
            // Without a schema the driver would search all of them.
            return found;
        }
        try (ResultSet relations = data.getTables(catalog, escaped(schema), null, null)) {
            while (relations.next()) {
                String name = relations.getString("TABLE_NAME");
                if (!ownTable(name).isEmpty()) {
                    found.put(name, relations.getString("TABLE_TYPE"));
                }
            }
        }
        return found;
    }

    /** Returns the table of the workload that the database finds by this stored name; empty for none. */
    private String ownTable(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean isSameName = ignoresCase || name.equals(isUpper ? name.toUpperCase(Locale.ROOT) : lower);
        return isSameName && columns.containsKey(lower) ? lower : "";
    }

    private boolean isOwn(String name, String type) throws SQLException {
        Set<String> ownColumns = columns.getOrDefault(ownTable(name), Set.of());
        if (!TABLE_TYPES.contains(type) || ownColumns.isEmpty()) {
            return TABLE_TYPES.contains(type);
        }
        Set<String> found = new TreeSet<>();
        try (ResultSet columnRows = data.getColumns(catalog, escaped(schema), escaped(name), null)) {
            while (columnRows.next()) {
                found.add(columnRows.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return found.equals(ownColumns);
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

    private List<String> references(Change change) throws SQLException {
        String query;
        if (isMaria()) {
            query = mariaQuery();
        } else if (data.getDatabaseProductName().equals("H2")) {
            query = h2Query();
        } else {
            query = postgresQuery();
        }
        return rows(query).stream()
                .filter(row -> Change.valueOf(row.getFirst()).compareTo(change) <= 0)
                .map(List::getLast)
                .sorted()
                .toList();
    }

    private List<List<String>> rows(String query) throws SQLException {
        return Sql.list(
                connection, query, row -> List.of(String.valueOf(row.getString(1)), String.valueOf(row.getString(2))));
    }

    private String quotedNames() {
        return columns.keySet().stream()
                .map(name -> "'" + storedName(name) + "'")
                .collect(Collectors.joining(", "));
    }

    private String storedName(String name) {
        return isUpper ? name.toUpperCase(Locale.ROOT) : name;
    }

    /** Everything that depends on the tables or their row types, apart from their own keys, indexes and defaults. */
    private String postgresQuery() {
        return "WITH own AS (SELECT c.oid, reltype, typarray, relkind FROM pg_class c"
                + " JOIN pg_type t ON t.oid = reltype WHERE relname IN (" + quotedNames()
                + ") AND relnamespace = to_regnamespace(quote_ident(current_schema())))"
                + " SELECT 'WRITE', pg_describe_object('pg_trigger'::regclass, t.oid, 0)"
                + " FROM pg_trigger t JOIN own ON own.oid = t.tgrelid WHERE NOT t.tgisinternal"
                + " UNION SELECT 'WRITE', pg_describe_object('pg_rewrite'::regclass, r.oid, 0)"
                + " FROM pg_rewrite r JOIN own ON own.oid = r.ev_class WHERE r.rulename <> '_RETURN'"
                + " UNION SELECT 'WRITE', pg_describe_object('pg_class'::regclass, i.inhrelid, 0)"
                + " FROM pg_inherits i JOIN own ON own.oid = i.inhparent WHERE own.relkind <> 'p'"
                + " UNION SELECT CASE WHEN k.oid IS NULL THEN 'DROP' ELSE 'DELETE' END,"
                + " COALESCE(pg_describe_object('pg_class'::regclass, v.ev_class, 0),"
                + " pg_describe_object(d.classid, d.objid, d.objsubid))"
                + " FROM pg_depend d JOIN own ON (d.refclassid = 'pg_class'::regclass AND d.refobjid = own.oid)"
                + " OR (d.refclassid = 'pg_type'::regclass AND d.refobjid IN (own.reltype, own.typarray))"
                + " LEFT JOIN pg_rewrite v ON d.classid = 'pg_rewrite'::regclass AND v.oid = d.objid"
                + " LEFT JOIN pg_constraint k ON d.classid = 'pg_constraint'::regclass AND k.oid = d.objid"
                + " WHERE d.deptype = 'n' AND COALESCE(v.ev_class, k.conrelid, 0) NOT IN (SELECT oid FROM own)";
    }

    private String mariaQuery() throws SQLException {
        String everyKey = data.getDatabaseProductName().equals("MySQL") ? "innodb_foreign" : "innodb_sys_foreign";
        String hiddenKeys = mariaRights(connection).contains(PROCESS)
                ? " UNION SELECT 'DELETE', CONCAT('foreign key ', SUBSTRING_INDEX(id, '/', -1), ' of table ',"
                        + " REPLACE(REPLACE(for_name, CONCAT(DATABASE(), '/'), ''), '/', '.'))"
                        + " FROM information_schema." + everyKey
                        + " WHERE ref_name IN (" + innodbNames() + ") AND for_name NOT IN (" + innodbNames() + ")"
                : "";

        return "SELECT 'WRITE', CONCAT('trigger ', trigger_name, ' on table ', event_object_table)"
                + " FROM information_schema.triggers WHERE event_object_schema = DATABASE()"
                + " AND event_object_table IN (" + quotedNames() + ")"
                + " UNION SELECT 'DELETE', CONCAT('foreign key ', constraint_name, ' of table ',"
                + " IF(constraint_schema = DATABASE(), '', CONCAT(constraint_schema, '.')), table_name)"
                + " FROM information_schema.referential_constraints"
                + " WHERE unique_constraint_schema = DATABASE() AND referenced_table_name IN (" + quotedNames() + ")"
                + " AND NOT (constraint_schema = DATABASE() AND table_name IN (" + quotedNames() + "))"
                + hiddenKeys
                + " UNION SELECT 'DROP', CONCAT('view ', IF(table_schema = DATABASE(), '',"
                + " CONCAT(table_schema, '.')), table_name)"
                + " FROM information_schema.views WHERE " + inDefinition("CONCAT('`', DATABASE(), '`.`%s`')");
    }

    /** Returns the tables as InnoDB names them. */
    private String innodbNames() {
        return columns.keySet().stream()
                .map(name -> "CONCAT(DATABASE(), '/" + name + "')")
                .collect(Collectors.joining(", "));
    }

    private String h2Query() {
        return "SELECT 'WRITE', 'trigger ' || trigger_name || ' on table ' || event_object_table"
                + " FROM information_schema.triggers WHERE event_object_schema = SCHEMA()"
                + " AND event_object_table IN (" + quotedNames() + ")"
                + " UNION SELECT 'DELETE', 'foreign key ' || c.constraint_name || ' of table ' || c.table_name"
                + " FROM information_schema.referential_constraints r"
                + " JOIN information_schema.table_constraints c"
                + " ON c.constraint_schema = r.constraint_schema AND c.constraint_name = r.constraint_name"
                + " JOIN information_schema.table_constraints u ON u.constraint_schema = r.unique_constraint_schema"
                + " AND u.constraint_name = r.unique_constraint_name"
                + " WHERE u.table_schema = SCHEMA() AND u.table_name IN (" + quotedNames() + ")"
                + " AND NOT (c.table_schema = SCHEMA() AND c.table_name IN (" + quotedNames() + "))"
                + " UNION SELECT 'DROP', 'view ' || table_name FROM information_schema.views WHERE "
                + inDefinition("'\"' || SCHEMA() || '\".\"%s\"'");
    }

    /** Returns the condition that the definition of a view names one of the tables. */
    private String inDefinition(String qualified) {
        return columns.keySet().stream()
                .map(name -> "LOCATE(" + qualified.replace("%s", storedName(name)) + ", view_definition) > 0")
                .collect(Collectors.joining(" OR "));
    }
}
