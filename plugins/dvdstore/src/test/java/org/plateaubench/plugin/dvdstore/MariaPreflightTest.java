// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.PASSWORD;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.asClerk;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.assertNoFindings;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.assertNoProblem;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.assertOneProblemAndGetFix;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.StoreDataSet;
import org.plateaubench.plugin.dvdstore.sql.StoreOptions;
import org.plateaubench.spi.Progress;

/** Preflight reports problems with rights and settings of a MariaDB server, each with a statement that solves it. */
@Tag("slow")
@Timeout(120)
class MariaPreflightTest {
    @TempDir
    private static Path folder;

    private static List<String> installedCommand = List.of();

    @BeforeAll
    static void install() throws Exception {
        installedCommand = MariaServer.installAndGetCommand(folder);
    }

    private static MariaServer started(String... options) throws Exception {
        MariaServer server = MariaServer.start(installedCommand, folder, options);
        try {
            // The server drops the tables in any order, which foreign keys may forbid.
            server.execute("SET STATEMENT foreign_key_checks = 0 FOR CREATE OR REPLACE DATABASE plateau");
            return server;
        } catch (SQLException e) {
            server.close();
            throw e;
        }
    }

    @Test
    void missingRightsAndLowLimitsAreReported() throws Exception {
        try (MariaServer server = started()) {
            server.execute("CREATE OR REPLACE USER clerk@'%' IDENTIFIED BY '" + PASSWORD + "'");
            // The underscore of a grant stands for any character.
            server.execute("GRANT SELECT, INSERT, CREATE ON `platea_`.* TO clerk@'%'");
            StoreDataSet clerk = store(asClerk(server.address()));
            server.execute(assertOneProblemAndGetFix(
                    clerk, "lacks rights on database plateau: ALTER, DELETE, DROP, INDEX, REFERENCES, UPDATE."));
            assertNoFindings(clerk);
            clerk.prepare(DataPolicy.REUSE, Progress.SILENT);
            assertThat(clerk.verify()).isEmpty();
            StoreDataSet byProcedure = new StoreDataSet(
                    asClerk(server.address()),
                    StoreSize.SMALL,
                    TestDatabase.DATA_SEED,
                    StoreOptions.of(1, false, true, true));
            server.execute(assertOneProblemAndGetFix(byProcedure, "plateau: ALTER ROUTINE, CREATE ROUTINE, EXECUTE."));
            byProcedure.prepare(DataPolicy.REUSE, Progress.SILENT);
            server.execute("REVOKE ALL ON `plateau`.* FROM clerk@'%'");
            server.execute(assertOneProblemAndGetFix(clerk, "plateau: DELETE, UPDATE."));
            assertNoFindings(clerk);
            assertThat(clerk.preflight(DataPolicy.RESET))
                    .satisfiesExactly(
                            rights -> assertThat(rights.toString()).contains("plateau: ALTER."),
                            hidden ->
                                    assertThat(hidden.toString()).contains("TRIGGER is missing", "PROCESS is missing"));
            server.execute("CREATE OR REPLACE DATABASE hidden");
            server.execute(
                    "CREATE TABLE hidden.membership (customerid INT, CONSTRAINT fk_member FOREIGN KEY (customerid)"
                            + " REFERENCES plateau.customers (customerid) ON DELETE CASCADE)");
            server.execute("GRANT ALTER, TRIGGER ON `plateau`.* TO clerk@'%'");
            server.execute("GRANT PROCESS ON *.* TO clerk@'%'");
            assertThat(clerk.preflight(DataPolicy.RESET))
                    .singleElement()
                    .asString()
                    .contains("foreign key fk_member of table hidden.membership");
            server.execute("DROP DATABASE hidden");

            server.execute("GRANT USAGE ON *.* TO clerk@'%' WITH MAX_USER_CONNECTIONS 6");
            server.execute(assertOneProblemAndGetFix(
                    clerk.forUsers(4), "`clerk`@`%` has 6 connections left of 6", "others need 11"));
            assertNoFindings(clerk.forUsers(4));
            server.execute(assertOneProblemAndGetFix(
                    store(server.address()).forUsers(30), "The server has ", "7 others need 37"));
            assertNoFindings(store(server.address()).forUsers(30));
            server.execute("SET GLOBAL max_prepared_stmt_count = 100");
            server.execute(assertOneProblemAndGetFix(
                    clerk.forUsers(4), "at most 100 prepared statements", "the users need 204"));
            assertNoFindings(clerk.forUsers(4));
        }
    }

    @Test
    void unsafeSettingsAreReported() throws Exception {
        try (MariaServer server = started(
                "--innodb-ft-min-token-size=5",
                "--innodb-doublewrite=0",
                "--innodb-flush-log-at-trx-commit=2",
                "--log-bin=changes",
                "--sync-binlog=0")) {
            StoreDataSet store = store(server.address());
            assertOneProblemAndGetFix(
                    store, "innodb_ft_min_token_size = 5", "4 letters", "4 or less", "'data: reload'");
            assertThat(store.preflight(DataPolicy.REUSE)).hasSize(1);
            assertThat(store.describe().doubts())
                    .containsExactly(
                            "innodb_flush_log_at_trx_commit is 2", "sync_binlog is 0", "innodb_doublewrite is off");
            server.execute("SET GLOBAL sync_binlog = 1");
            server.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
            server.execute("CREATE TABLE other (number INT) ENGINE = MyISAM");
            assertThat(store.describe().doubts())
                    .containsExactly(
                            "innodb_doublewrite is off", "tables with another engine than InnoDB: other (MyISAM)");
        }
    }

    @Test
    void statementBinlogIsRefusedAndDefaultsAreOverridden() throws Exception {
        try (MariaServer server = started(
                "--log-bin=changes",
                "--sync-binlog=1",
                "--binlog-format=STATEMENT",
                "--sql-mode=ANSI",
                "--default-storage-engine=MyISAM",
                "--transaction-isolation=SERIALIZABLE")) {
            StoreDataSet store = store(server.address());
            server.execute(assertOneProblemAndGetFix(store, "binlog_format = STATEMENT", "READ COMMITTED"));
            assertNoFindings(store);
            // A list of stop words, which the index would leave out.
            server.execute("CREATE DATABASE IF NOT EXISTS words");
            server.execute(
                    "CREATE OR REPLACE TABLE words.stop (value VARCHAR(50)) ENGINE = InnoDB CHARACTER SET utf8mb4");
            server.execute("INSERT INTO words.stop VALUES ('"
                    + new StoreRows(StoreSize.SMALL, TestDatabase.DATA_SEED)
                            .product(2)
                            .title()
                            .split(" ", -1)[0]
                            .toLowerCase(Locale.ROOT)
                    + "')");
            server.execute("SET GLOBAL innodb_ft_server_stopword_table = 'words/stop'");
            store.prepare(DataPolicy.REUSE, Progress.SILENT);
            assertThat(store.verify()).isEmpty();
            assertNoProblem(store);
            // Other storage engines cannot roll back.
            assertThat(server.number("SELECT COUNT(*) FROM information_schema.tables"
                            + " WHERE table_schema = 'plateau' AND engine <> 'InnoDB'"))
                    .isZero();
        }
    }
}
