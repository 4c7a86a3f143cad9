// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.sql.SQLException;
import org.h2.api.ErrorCode;
import org.h2.message.DbException;
import org.junit.jupiter.api.Test;
import org.plateaubench.process.database.SqlFailure;

/** The meaning of H2's exceptions. */
class H2FailureTest {
    @Test
    void closedSocketIsConnectionLost() {
        SQLException exception =
                DbException.convertIOException(new EOFException(), null).getSQLException();
        assertThat(exception.getErrorCode()).isEqualTo(ErrorCode.IO_EXCEPTION_1);
        assertThat(SqlFailure.of(exception)).isEqualTo(SqlFailure.CONNECTION_LOST);
    }

    @Test
    void eofReportedByServerIsConnectionLost() {
        assertThat(SqlFailure.of(serverException("java.io.EOFException"))).isEqualTo(SqlFailure.CONNECTION_LOST);
    }

    @Test
    void serverDiskErrorIsStatementError() {
        assertThat(SqlFailure.of(serverException("a block of the file"))).isEqualTo(SqlFailure.SQL);
    }

    /** PostgreSQL reports it by SQLSTATE, MariaDB by an error number. */
    @Test
    void fullDiskIsRecognizedOnEachServer() {
        assertThat(SqlFailure.of(new SQLException("could not extend file", "53100")))
                .isEqualTo(SqlFailure.DISK_FULL);
        assertThat(SqlFailure.of(new SQLException("Disk full", "HY000", 1021))).isEqualTo(SqlFailure.DISK_FULL);
        assertThat(SqlFailure.of(new SQLException("The table 'orders' is full", "HY000", 1114)))
                .isEqualTo(SqlFailure.DISK_FULL);
        // The server has answered, so this is not an uncertain commit.
        assertThat(SqlFailure.DISK_FULL.rollsBackCommit()).isTrue();
    }

    private static SQLException serverException(String cause) {
        return DbException.getJdbcSQLException(
                "IO Exception: \"" + cause + "\"",
                null,
                "90028",
                ErrorCode.IO_EXCEPTION_1,
                null,
                "org.h2.jdbc.JdbcSQLNonTransientException: at the server");
    }
}
