// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * Maps rows to a record. It matches columns with components by reflection once, and not at each query: every request asks for its
 * caller. All queries of a mapper have the same columns in the same order. Any thread.
 */
final class RecordMapper<T> implements RowMapper<T> {
    private final RowMapper<T> unmatched;
    private volatile @Nullable RowMapper<T> matched;

    private RecordMapper(RowMapper<T> unmatched) {
        this.unmatched = unmatched;
    }

    static <T> RowMapper<T> of(Class<T> type) {
        return new RecordMapper<>(ConstructorMapper.of(type));
    }

    @Override
    public RowMapper<T> specialize(ResultSet rows, StatementContext context) throws SQLException {
        RowMapper<T> known = matched;
        if (known == null) {
            known = unmatched.specialize(rows, context);
            matched = known;
        }
        return known;
    }

    @Override
    public T map(ResultSet rows, StatementContext context) throws SQLException {
        return specialize(rows, context).map(rows, context);
    }
}
