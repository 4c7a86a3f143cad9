// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rights of a user of MariaDB or MySQL, as listed by {@code SHOW GRANTS}. Immutable. */
final class MariaGrants {
    /** All rights that the store ever needs. */
    private static final Set<String> ALL =
            Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "INDEX", "REFERENCES");

    private static final Pattern ON_DATABASE =
            Pattern.compile("GRANT (.+) ON (?:`((?:[^`]|``)+)`|\\*)\\.\\* TO .*", Pattern.DOTALL);
    private static final Pattern OF_ROLE = Pattern.compile("GRANT (?!.* ON ).* TO .*", Pattern.DOTALL);
    /** Lists of columns, which the store does not need. */
    private static final Pattern COLUMNS = Pattern.compile("\\([^)]*\\)");

    private final List<String> lines;

    MariaGrants(List<String> lines) {
        this.lines = List.copyOf(lines);
    }

    /** Queries the server. */
    static MariaGrants of(Connection connection) throws SQLException {
        return new MariaGrants(Rows.list(connection, "SHOW GRANTS", row -> row.getString(1)));
    }

    /**
     * Returns the rights on a database that the store needs. A role is assumed to have all of them. Of several grants
     * whose patterns match, the server applies only the most exact one, and the global ones.
     */
    Set<String> on(String database) {
        Set<String> rights = new TreeSet<>();
        Set<String> mostExact = Set.of();
        int exactness = -1;
        for (String line : lines) {
            Matcher grant = ON_DATABASE.matcher(line);
            if (OF_ROLE.matcher(line).matches()) {
                return ALL;
            }
            if (!grant.matches()) {
                continue;
            }
            String name = grant.group(2);
            if (name == null) {
                rights.addAll(rights(grant.group(1)));
            } else if (isMeant(name, database) && exactness(name) > exactness) {
                exactness = exactness(name);
                mostExact = rights(grant.group(1));
            }
        }
        rights.addAll(mostExact);
        return rights;
    }

    private static Set<String> rights(String list) {
        Set<String> rights = new TreeSet<>();
        for (String right : COLUMNS.matcher(list).replaceAll("").split(",", -1)) {
            rights.add(right.strip().toUpperCase(Locale.ROOT));
        }
        return rights.contains("ALL PRIVILEGES") ? ALL : rights;
    }

    /** Returns the number of characters before the first wildcard. */
    private static int exactness(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) == '\\') {
                i++;
            } else if (name.charAt(i) == '%' || name.charAt(i) == '_') {
                return i;
            }
        }
        return Integer.MAX_VALUE;
    }

    /**
     * Returns whether a grant covers a database. The name in a grant is a pattern: % is any text, _ any character, and
     * a backslash escapes them.
     */
    private static boolean isMeant(String name, String database) {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char character = name.charAt(i);
            if (character == '\\' && i + 1 < name.length()) {
                i++;
                pattern.append(Pattern.quote(String.valueOf(name.charAt(i))));
            } else if (character == '%') {
                pattern.append(".*");
            } else if (character == '_') {
                pattern.append('.');
            } else {
                pattern.append(Pattern.quote(String.valueOf(character)));
            }
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL)
                .matcher(database)
                .matches();
    }
}
