// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.process.ServerProcess.ProcessLog;

/** The excerpts of a log that messages quote. */
final class ProcessLogTest {
    @TempDir
    private Path folder = Path.of("");

    private static String lines(int from, int to, String text) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(i -> i + " " + text + "\n")
                .collect(Collectors.joining());
    }

    @Test
    void messageQuotesLastLinesOfThisStart() throws IOException {
        Path file = folder.resolve("server.log");
        Files.writeString(file, lines(1, 3, "of an earlier start"));
        ProcessLog log = ProcessLog.fromEnd(file);
        assertThat(log.tail()).isEqualTo("its log " + file + " is empty");
        Files.writeString(file, lines(4, 6, "works"), StandardOpenOption.APPEND);
        assertThat(log.tail()).isEqualTo("its log " + file + " ends: 4 works\n5 works\n6 works");

        Files.writeString(file, lines(7, 60, "x".repeat(250) + "y".repeat(750)), StandardOpenOption.APPEND);
        assertThat(log.tail().lines())
                .hasSize(10)
                .allMatch(line -> line.endsWith("y..."))
                .last()
                .asString()
                .hasSize(303)
                .startsWith("60 x");
        assertThat(log.tail()).startsWith("its log " + file + ", which has more, ends: 51 x");
    }

    /** A message quotes the exception; the stack frames are in the log. */
    @Test
    void messageQuotesExceptionWithoutStackFrames() throws IOException {
        Path file = folder.resolve("server.log");
        ProcessLog log = ProcessLog.fromEnd(file);
        String places = "\tat org.example.Server.run(Server.java:7)\n".repeat(40);
        Files.writeString(file, "Exception in thread \"main\" java.io.IOException: disk\n" + places);
        assertThat(log.tail())
                .isEqualTo("its log " + file + ", which has more, ends: Exception in thread \"main\""
                        + " java.io.IOException: disk");
        Files.writeString(file, places);
        assertThat(log.tail().lines()).hasSize(10).allMatch(line -> line.contains("at org.example.Server.run"));
    }

    /** A search uses complete lines, which messages shorten. */
    @Test
    void textIsFoundInLongLine() throws IOException {
        Path file = folder.resolve("server.log");
        Files.writeString(file, "Address already in use, of an earlier start\n");
        ProcessLog log = ProcessLog.fromEnd(file);
        assertThat(log.tailContains("ddress already in use")).isFalse();
        Files.writeString(file, "x".repeat(900) + " Address already in use\n", StandardOpenOption.APPEND);
        assertThat(log.tail()).doesNotContain("in use");
        assertThat(log.tailContains("ddress already in use")).isTrue();
    }
}
