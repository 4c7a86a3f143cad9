// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QueryProgramTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int FEW_BYTES = 200_000;

    @TempDir
    Path folder = Path.of("");

    @Test
    void answerHasOutputAndExitCode() throws Exception {
        try (QueryProgram program = new QueryProgram("the meter", LONG, FEW_BYTES)) {
            ProcessBuilder mergedOutput = shell("cat; echo wrong >&2; exit 3").redirectErrorStream(true);
            assertThat(program.query(mergedOutput, "secret\n"))
                    .isEqualTo(new QueryProgram.Answer(3, "secret\nwrong\n"));
            ProcessBuilder separateOutput =
                    shell("echo wrong >&2; printf 'a\\344'").redirectError(ProcessBuilder.Redirect.DISCARD);
            assertThat(program.query(separateOutput, "not read")).isEqualTo(new QueryProgram.Answer(0, "a\uFFFD"));
            ProcessBuilder largeOutput = shell("head -c " + FEW_BYTES + " /dev/zero | tr '\\0' x");
            assertThat(program.query(largeOutput, "").output())
                    .as("more than a pipe holds")
                    .hasSize(FEW_BYTES);
        }
    }

    @Test
    void slowProgramIsKilled() throws Exception {
        try (QueryProgram program = new QueryProgram("the meter", Duration.ofMillis(200), FEW_BYTES)) {
            assertThatIOException()
                    .isThrownBy(() -> program.query(shell("exec >&-; sleep 1000"), ""))
                    .withMessage("the meter did not end within 200 ms and was killed.");
        }
    }

    @Test
    void programWithTooMuchOutputIsKilledWithChildren() throws Exception {
        try (QueryProgram program = new QueryProgram("the meter", Duration.ofHours(1), FEW_BYTES)) {
            assertThatIOException()
                    .isThrownBy(() -> program.query(shell("sleep 1000 & echo $! $$ > pids; yes"), ""))
                    .withMessage("the meter printed more than " + FEW_BYTES + " bytes.");
            for (String pid : Files.readString(folder.resolve("pids")).strip().split(" ", -1)) {
                assertThat(Processes.eventually(LONG, () -> Processes.isGone(Long.parseLong(pid))))
                        .isTrue();
            }
        }
    }

    @Test
    void closeEndsProgramAndRefusesAnother() throws Exception {
        QueryProgram program = new QueryProgram("the meter", Duration.ofHours(1), FEW_BYTES);
        FutureTask<QueryProgram.Answer> answer =
                new FutureTask<>(() -> program.query(shell("touch begun; exec sleep 1000"), ""));
        Thread.ofPlatform().daemon().start(answer);
        assertThat(Processes.eventually(LONG, () -> Files.exists(folder.resolve("begun"))))
                .isTrue();
        program.close();
        try {
            assertThat(answer.get(LONG.toSeconds(), TimeUnit.SECONDS).exitCode())
                    .isNotZero();
        } catch (ExecutionException e) {
            assertThat(e).as("closed right after its start").hasMessageContaining("It was closed while the meter");
        }
        assertThatIOException()
                .isThrownBy(() -> program.query(shell("echo"), ""))
                .withMessage("It was closed while the meter was started.");
    }

    private ProcessBuilder shell(String script) {
        return new ProcessBuilder("sh", "-c", script).directory(folder.toFile());
    }
}
