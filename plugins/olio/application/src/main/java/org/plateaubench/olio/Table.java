// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The schema: tables, columns and indexes. Times are seconds since 1970 in UTC. */
@SuppressWarnings("ImmutableEnumChecker") // The columns cannot be changed.
enum Table {
    ADDRESS(
            List.of(),
            "street1 VARCHAR(100) NOT NULL",
            "street2 VARCHAR(100) NOT NULL",
            "city VARCHAR(100) NOT NULL",
            "state VARCHAR(50) NOT NULL",
            "zip VARCHAR(20) NOT NULL",
            "country VARCHAR(60) NOT NULL",
            "latitude DOUBLE PRECISION NOT NULL",
            "longitude DOUBLE PRECISION NOT NULL"),
    PERSON(
            List.of("user_name"),
            "user_name VARCHAR(25) NOT NULL",
            "password CHAR(64) NOT NULL",
            "first_name VARCHAR(50) NOT NULL",
            "last_name VARCHAR(50) NOT NULL",
            "email VARCHAR(100) NOT NULL",
            "telephone VARCHAR(30) NOT NULL",
            "summary VARCHAR(2500) NOT NULL",
            "time_zone VARCHAR(50) NOT NULL",
            "address_id INTEGER NOT NULL"),
    /** Friend requests, accepted or not. */
    FRIENDSHIP(
            List.of("person_id", "friend_id"),
            "person_id INTEGER NOT NULL",
            "friend_id INTEGER NOT NULL",
            "accepted SMALLINT NOT NULL"),
    EVENT(
            List.of(),
            "title VARCHAR(100) NOT NULL",
            "summary VARCHAR(500) NOT NULL",
            "description VARCHAR(2500) NOT NULL",
            "submitter_id INTEGER NOT NULL",
            "address_id INTEGER NOT NULL",
            "score_total INTEGER NOT NULL",
            "votes INTEGER NOT NULL",
            "telephone VARCHAR(30) NOT NULL",
            "time_zone VARCHAR(50) NOT NULL",
            "starts_at BIGINT NOT NULL",
            "created_at BIGINT NOT NULL"),
    TAG(List.of("name"), "name VARCHAR(30) NOT NULL", "uses INTEGER NOT NULL"),
    EVENT_TAG(List.of("event_id", "tag_id"), "event_id INTEGER NOT NULL", "tag_id INTEGER NOT NULL"),
    ATTENDANCE(
            List.of("event_id", "person_id"),
            "event_id INTEGER NOT NULL",
            "person_id INTEGER NOT NULL",
            "origin SMALLINT NOT NULL"),
    COMMENT(
            List.of(),
            "event_id INTEGER NOT NULL",
            "person_id INTEGER NOT NULL",
            "body VARCHAR(2500) NOT NULL",
            "rating SMALLINT NOT NULL",
            "created_at BIGINT NOT NULL");

    /** State of a loaded row. */
    static final int LOADED = 0;

    /** State of a row that the site has written since. */
    static final int ADDED = 1;

    private static final String PREFIX = "olio_";

    private final List<String> unique;
    private final List<String> columns;

    Table(List<String> unique, String... columns) {
        this.unique = unique;
        this.columns = List.of(columns);
    }

    String sqlName() {
        return PREFIX + name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether rows have a number, {@code id}. */
    boolean isNumbered() {
        return this != FRIENDSHIP && this != EVENT_TAG && this != ATTENDANCE;
    }

    /** Returns the columns in the order in which rows are loaded, the number first. */
    List<String> columnNames() {
        Stream<String> named = columns.stream().map(column -> column.substring(0, column.indexOf(' ')));
        return (isNumbered() ? Stream.concat(Stream.of("id"), named) : named).toList();
    }

    String create(Dialect dialect) {
        List<String> parts = new ArrayList<>();
        if (isNumbered()) {
            parts.add("id " + dialect.identity());
        }
        parts.addAll(columns);
        if (!isNumbered() && dialect.isClustered()) {
            parts.add("PRIMARY KEY (" + String.join(", ", unique) + ")");
        }
        return "CREATE TABLE IF NOT EXISTS " + sqlName() + " (" + String.join(", ", parts) + ")"
                + dialect.tableOptions();
    }

    static List<String> sqlNames() {
        return Stream.of(values()).map(Table::sqlName).toList();
    }

    static Map<String, Set<String>> columnsOfTables() {
        return Stream.of(values()).collect(Collectors.toMap(Table::sqlName, table -> Set.copyOf(table.columnNames())));
    }

    /** Returns the statements for the indexes, which are created after the load. Each can be repeated. */
    static List<String> indexes(Dialect dialect) {
        List<String> indexes = new ArrayList<>();
        for (Table table : values()) {
            if (!table.unique.isEmpty() && (table.isNumbered() || !dialect.isClustered())) {
                indexes.add(table.index("UNIQUE INDEX", "key", String.join(", ", table.unique)));
            }
        }
        indexes.add(FRIENDSHIP.index("INDEX", "friend", "friend_id, person_id"));
        indexes.add(EVENT.index("INDEX", "start", "starts_at, id"));
        indexes.add(EVENT.index("INDEX", "submitter", "submitter_id, created_at, id"));
        indexes.add(TAG.index("INDEX", "uses", "uses DESC, id"));
        indexes.add(EVENT_TAG.index("INDEX", "tag", "tag_id, event_id"));
        indexes.add(COMMENT.index("INDEX", "event", "event_id, id"));
        return List.copyOf(indexes);
    }

    private String index(String kind, String name, String columnList) {
        return "CREATE " + kind + " IF NOT EXISTS " + sqlName() + "_" + name + " ON " + sqlName() + " (" + columnList
                + ")";
    }

    /** Returns the statement that inserts one row with all columns. */
    String insert() {
        return insert(columnNames());
    }

    /** Returns the statement that inserts one row, which the database numbers. */
    String insertNumbered() {
        return insert(columnNames().subList(1, columnNames().size()));
    }

    private String insert(List<String> names) {
        return "INSERT INTO " + sqlName() + " (" + String.join(", ", names) + ") VALUES ("
                + names.stream().map(name -> "?").collect(Collectors.joining(", ")) + ")";
    }
}
