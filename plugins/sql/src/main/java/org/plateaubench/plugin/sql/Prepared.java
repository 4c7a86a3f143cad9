// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/** A statement that is prepared on one connection. Not thread-safe. */
final class Prepared {
    /** The type of a parameter whose type the driver does not report. */
    private static final int UNKNOWN = Types.OTHER;

    private final PreparedStatement statement;
    private final int[] types;
    private final boolean isPostgres;
    private int[] columns = new int[0];

    private Prepared(PreparedStatement statement, int[] types, boolean isPostgres) {
        this.statement = statement;
        this.types = types;
        this.isPostgres = isPostgres;
    }

    /** Prepares a statement, which the server checks. */
    static Prepared of(Connection connection, Product product, SqlStatement source) throws SQLException {
        String sql = source.text().sql();
        PreparedStatement statement =
                source.kind() == SqlStatement.Kind.UPDATE && !source.columns().isEmpty()
                        ? connection.prepareStatement(sql, source.columns().toArray(String[]::new))
                        : connection.prepareStatement(sql);
        try {
            // PostgreSQL's driver sends the statement to the server only now.
            int[] types = types(statement, source.text().parameters().size());
            return new Prepared(statement, types, product == Product.POSTGRESQL);
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    private static int[] types(PreparedStatement statement, int count) throws SQLException {
        int[] types = new int[count];
        try {
            ParameterMetaData meta = statement.getParameterMetaData();
            for (int i = 0; i < count; i++) {
                types[i] = meta.getParameterType(i + 1);
            }
        } catch (SQLFeatureNotSupportedException e) {
            Arrays.fill(types, UNKNOWN);
        }
        return types;
    }

    PreparedStatement statement() {
        return statement;
    }

    void bind(SqlText text, Values values, StringBuilder buffer) throws SQLException, StepFailure {
        List<Template> parameters = text.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            buffer.setLength(0);
            parameters.get(i).append(values, buffer);
            try {
                bind(i + 1, buffer);
            } catch (NumberFormatException e) {
                throw StepFailure.error(
                        "value",
                        "'" + buffer + "' of ${" + text.names().get(i) + "} is not a number of its column's type");
            }
        }
    }

    /** Sets a parameter in the type that the statement requires; an empty text is NULL for other types than texts. */
    private void bind(int index, StringBuilder value) throws SQLException {
        int type = types[index - 1];
        boolean isText = type == Types.VARCHAR || type == Types.CHAR || type == Types.LONGVARCHAR || type == Types.CLOB;
        if (value.isEmpty() && !isText && type != UNKNOWN) {
            statement.setNull(index, type);
            return;
        }
        switch (type) {
            case Types.BIGINT -> statement.setLong(index, Long.parseLong(value, 0, value.length(), 10));
            case Types.INTEGER -> statement.setInt(index, Integer.parseInt(value, 0, value.length(), 10));
            case Types.SMALLINT, Types.TINYINT -> statement.setShort(index, Short.parseShort(value.toString()));
            case Types.DECIMAL, Types.NUMERIC -> statement.setBigDecimal(index, new BigDecimal(value.toString()));
            case Types.REAL -> statement.setFloat(index, Float.parseFloat(value.toString()));
            case Types.DOUBLE, Types.FLOAT -> statement.setDouble(index, Double.parseDouble(value.toString()));
            case Types.BIT, Types.BOOLEAN -> statement.setBoolean(index, isTrue(value.toString()));
            default -> {
                if (isText || !isPostgres) {
                    statement.setString(index, value.toString());
                } else {
                    // The server converts the text to the type that it has determined.
                    statement.setObject(index, value.toString(), Types.OTHER);
                }
            }
        }
    }

    private static boolean isTrue(String text) {
        return text.equalsIgnoreCase("true") || text.equals("1") || text.equalsIgnoreCase("t");
    }

    /** The positions of columns in results, which are the same each time. */
    int[] columns(ResultSet found, List<String> names) throws SQLException, StepFailure {
        if (columns.length != names.size()) {
            int[] positions = new int[names.size()];
            for (int i = 0; i < positions.length; i++) {
                positions[i] = position(found, names.get(i));
            }
            columns = positions;
        }
        return columns;
    }

    private static int position(ResultSet found, String name) throws SQLException, StepFailure {
        try {
            return found.findColumn(name);
        } catch (SQLException e) {
            if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
                throw e;
            }
            throw StepFailure.error("column", "the result has no column '" + name + "'");
        }
    }
}
