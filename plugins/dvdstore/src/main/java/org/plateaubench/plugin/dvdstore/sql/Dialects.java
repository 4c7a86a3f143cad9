// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The databases that can hold the store. */
public final class Dialects {
    private static final List<Dialect> ALL = List.of(new H2Dialect(), new PostgresDialect(), new MariaDialect());

    private Dialects() {}

    /** Returns the dialect of a JDBC URL; empty when no supported database matches it. */
    public static Optional<Dialect> forUrl(String url) {
        return ALL.stream().filter(dialect -> dialect.accepts(url)).findFirst();
    }

    /** Returns the names of all databases, for messages. */
    public static String supported() {
        return ALL.stream().map(Dialect::database).collect(Collectors.joining(", "));
    }
}
