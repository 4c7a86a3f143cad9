// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.database.TestDatabases;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Role;

/** What the audit log keeps, and for how long. */
final class AuditLogTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final AuditLog.Bounds SMALL = new AuditLog.Bounds(Duration.ofDays(10), 5, 3);

    @TempDir
    private Path folder;

    private Database database;
    private Instant now = BEGIN;
    private AuditLog log;

    @BeforeEach
    void open() throws Exception {
        database = TestDatabases.embeddedRecords(folder);
        log = new AuditLog(database.jdbi(), () -> now, SMALL);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void write(String user, String target, String outcome) {
        Role role = user.isEmpty() ? Role.ANYONE : Role.OPERATOR;
        log.write(new Journal.Entry(user, role, "", "POST /x", target, "", outcome, "127.0.0.1"));
    }

    private List<String> targets() {
        return log.list(1_000, null, null, null).stream()
                .map(AuditLog.Row::target)
                .toList()
                .reversed();
    }

    @Test
    void whatIsTooOldGoesAndThatIsWrittenDown() {
        write("ada", "first", "200");
        now = BEGIN.plus(Duration.ofDays(9));
        write("ada", "second", "200");
        log.forget(now);
        assertThat(targets()).containsExactly("first", "second");
        now = BEGIN.plus(Duration.ofDays(11));
        log.forget(now);
        assertThat(targets()).containsExactly("second", "1 entries that were older or more than are kept");
    }

    @Test
    void refusalsPushOutNothingThatWasDone() {
        for (int i = 0; i < 4; i++) {
            write("ada", "done " + i, "201");
        }
        for (int i = 0; i < 10; i++) {
            write("eve", "refused " + i, "403 This needs the role admin.");
        }
        log.forget(now);
        assertThat(targets())
                .containsExactly(
                        "done 0",
                        "done 1",
                        "done 2",
                        "done 3",
                        "refused 7",
                        "refused 8",
                        "refused 9",
                        "7 entries that were older or more than are kept");
    }

    @Test
    void theOldestOfWhatWasDoneGoFirst() {
        for (int i = 0; i < 7; i++) {
            write("ada", "done " + i, "200");
        }
        log.forget(now);
        assertThat(targets()).startsWith("done 2").hasSize(6);
    }

    @Test
    void refusalsOfOneCallerAreCountedAfterSixtyAMinuteAndNobodyElseIs() {
        log = new AuditLog(database.jdbi(), () -> now);
        for (int i = 0; i < 70; i++) {
            write("eve", "x", "403 no");
            write("ada", "y", "200");
        }
        write("bob", "z", "403 no");
        assertThat(targets().stream().filter("x"::equals)).hasSize(60);
        assertThat(targets().stream().filter("y"::equals)).hasSize(70);
        assertThat(targets()).contains("z");
        now = now.plus(Duration.ofMinutes(1));
        write("", "stranger", "401 Sign in first.");
        assertThat(targets()).contains("10 further requests of eve", "stranger");
    }
}
