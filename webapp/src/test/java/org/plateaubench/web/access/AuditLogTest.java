// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Role;

/** The entries of the audit log. */
final class AuditLogTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final AuditLog.Bounds SMALL = new AuditLog.Bounds(4, 3);

    @TempDir
    private Path folder;

    private Instant now = BEGIN;
    private AuditLog log;

    @BeforeEach
    void open() throws IOException {
        log = AuditLog.open(folder, () -> now, SMALL);
    }

    private void write(String user, String target, String outcome) {
        Role role = user.isEmpty() ? Role.ANYONE : Role.OPERATOR;
        log.write(new Journal.Entry(user, role, "", "POST /x", target, outcome, "127.0.0.1"));
    }

    private List<String> targets() throws IOException {
        return targets(log);
    }

    private static List<String> targets(AuditLog log) throws IOException {
        return log.list(1_000, null, null, null).entries().stream()
                .map(row -> row.entry().target())
                .toList()
                .reversed();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("audit"))) {
            return files.sorted().toList();
        }
    }

    @Test
    void oldestEntriesAreRemoved() throws IOException {
        for (int i = 0; i < 51; i++) {
            write("ada", "done " + i, "200");
        }
        assertThat(files()).hasSize(11);
        assertThat(targets()).startsWith("done 8").endsWith("done 50").hasSize(43);
    }

    @Test
    void refusalsDoNotDisplaceSuccessfulActions() throws IOException {
        for (int i = 0; i < 4; i++) {
            write("ada", "done " + i, "201");
        }
        for (int i = 0; i < 40; i++) {
            write("eve", "refused " + i, "403 This needs the role admin.");
        }
        assertThat(targets())
                .startsWith("done 0", "done 1", "done 2", "done 3")
                .doesNotContain("refused 0")
                .endsWith("refused 39");
    }

    @Test
    void pagingContinuesAcrossFilesAndRestarts() throws IOException {
        for (int i = 0; i < 10; i++) {
            write(i % 3 == 0 ? "eve" : "ada", "e" + i, i % 2 == 0 ? "200" : "403 no");
            log = AuditLog.open(folder, () -> now, SMALL);
        }
        AuditLog.Page newest = log.list(3, null, null, null);
        assertThat(newest.total()).isEqualTo(10);
        assertThat(newest.entries()).extracting(row -> row.entry().target()).containsExactly("e9", "e8", "e7");
        assertThat(newest.entries()).extracting(AuditLog.Row::id).containsExactly(10L, 9L, 8L);
        AuditLog.Page next = log.list(3, newest.entries().getLast().id(), "ada", "post");
        assertThat(next.total()).isEqualTo(6);
        assertThat(next.entries()).extracting(row -> row.entry().target()).containsExactly("e5", "e4", "e2");
        assertThat(log.list(3, null, null, "delete").entries()).isEmpty();
    }

    /** A kill may leave any part of the last line, also when the line is the first one of its file. */
    @Test
    void tornLastLineIsReplacedByNextEntry() throws IOException {
        for (int i = 0; i < 5; i++) {
            write("ada", "done " + i, "200");
        }
        assertThat(files()).hasSize(2);
        for (Path file : files().reversed()) {
            byte[] whole = Files.readAllBytes(file);
            int line = new String(whole, StandardCharsets.UTF_8).lastIndexOf('\n', whole.length - 2) + 1;
            List<String> before = targets().subList(0, file.equals(files().getFirst()) ? 3 : 4);
            for (int cut = whole.length - 1; cut >= line; cut -= 7) {
                Files.write(file, Arrays.copyOf(whole, cut));
                assertThat(targets()).as("cut at %d", cut).containsExactlyElementsOf(before);
                AuditLog next = AuditLog.open(folder, () -> now, SMALL);
                next.write(new Journal.Entry("ada", Role.OPERATOR, "", "POST /x", "next", "200", "127.0.0.1"));
                assertThat(targets(next))
                        .startsWith(before.toArray(String[]::new))
                        .endsWith("next")
                        .hasSize(before.size() + 1);
            }
            Files.delete(file);
        }
    }
}
