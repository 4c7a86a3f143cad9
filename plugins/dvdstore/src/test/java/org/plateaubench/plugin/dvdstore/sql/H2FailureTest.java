// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.sql.SQLException;
import org.h2.api.ErrorCode;
import org.h2.message.DbException;
import org.junit.jupiter.api.Test;

/** What H2's own exceptions mean. */
class H2FailureTest {
    @Test
    void anEndOfTheSocketWhileRowsAreFetchedIsALostConnection() {
        SQLException ofTheSocket =
                DbException.convertIOException(new EOFException(), null).getSQLException();
        assertThat(ofTheSocket.getErrorCode()).isEqualTo(ErrorCode.IO_EXCEPTION_1);
        assertThat(new H2Dialect().failure(ofTheSocket)).isEqualTo(SqlFailure.CONNECTION_LOST);
    }

    @Test
    void soIsOneThatTheServerMetFirst() {
        assertThat(new H2Dialect().failure(fromTheServer("java.io.EOFException")))
                .isEqualTo(SqlFailure.CONNECTION_LOST);
    }

    @Test
    void theSameCodeOfTheServersDiskIsAnErrorOfTheStatement() {
        assertThat(new H2Dialect().failure(fromTheServer("a block of the file")))
                .isEqualTo(SqlFailure.SQL);
    }

    private static SQLException fromTheServer(String what) {
        return DbException.getJdbcSQLException(
                "IO Exception: \"" + what + "\"",
                null,
                "90028",
                ErrorCode.IO_EXCEPTION_1,
                null,
                "org.h2.jdbc.JdbcSQLNonTransientException: at the server");
    }
}
