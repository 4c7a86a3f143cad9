// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PluginFaultLogTest {
    private final PluginFaultLog log = new PluginFaultLog();

    @TempDir
    private Path folder = Path.of("");

    private static RuntimeException thrown(String message) {
        return new IllegalStateException(message, new UncheckedIOException(new IOException("disk gone")));
    }

    @Test
    void eachFaultIsKeptOnceWithItsCauses() throws IOException {
        Path file = folder.resolve("faults.log");
        try (PluginOutput.Attachment attached = log.to(file)) {
            assertThat(attached).isNotNull();
            for (int i = 0; i < 3; i++) {
                assertThat(log.record("workload 1/shop", thrown("number " + i))).isTrue();
            }
            assertThat(log.record("Opening workload 1/shop", new Error("another place")))
                    .isTrue();
        }

        assertThat(Files.readString(file))
                .containsOnlyOnce("number")
                .contains("workload 1/shop", "Caused by: java.io.IOException: disk gone", "another place");
    }

    @Test
    void withoutARunThereIsNoFileToNameInAMessage() throws IOException {
        log.to(folder.resolve("faults.log")).close();

        assertThat(log.record("Opening", thrown("late"))).isFalse();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theFileIsBounded() throws IOException {
        Path file = folder.resolve("faults.log");
        String longText = "x".repeat(900);
        try (PluginOutput.Attachment attached = log.to(file)) {
            assertThat(attached).isNotNull();
            for (int i = 0; i < 500; i++) {
                Error each = new Error(longText);
                each.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "a" + i, "A.java", i)});
                log.record("workload", each);
            }
        }

        assertThat(Files.readString(file))
                .contains("a199(", "further faults were left out")
                .doesNotContain("a200(");
    }

    @Test
    void anExceptionWhoseOwnCodeFailsIsLeftOut() {
        Path file = folder.resolve("faults.log");
        log.to(file);

        assertThat(log.record("workload", new RuntimeException() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public StackTraceElement[] getStackTrace() {
                        throw new IllegalStateException("no trace");
                    }
                }))
                .isFalse();
    }
}
