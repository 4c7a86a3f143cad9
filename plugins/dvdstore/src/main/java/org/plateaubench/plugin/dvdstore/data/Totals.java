// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Counts and sums of a table. */
final class Totals {
    private Totals() {}

    /**
     * Queries several at once, since each scan of a large table takes seconds.
     *
     * @param from the table, with the condition for its rows if there is one
     * @param expressions expressions to query; NULL counts as 0
     */
    static List<Long> of(Connection connection, String from, List<String> expressions) throws SQLException {
        String query = "SELECT " + String.join(", ", expressions) + " FROM " + from;
        List<Long> answers = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            if (!found.next()) {
                throw new SQLException("no answer to " + query);
            }
            for (int i = 1; i <= expressions.size(); i++) {
                answers.add(found.getLong(i));
            }
        }
        return answers;
    }
}
