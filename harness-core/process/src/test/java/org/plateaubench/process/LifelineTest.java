// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A child JVM ends when its standard input does. The JDK's own process API is the parent here. */
class LifelineTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void endOfInputShutsDownTheJvm() throws Exception {
        Process child = startReady("farewell");

        child.getOutputStream().close();

        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isZero();
        assertThat(Files.readString(folder.resolve("log"))).contains("plateau-ready farewell");
    }

    @Test
    void hangingShutdownIsCutShort() throws Exception {
        Process child = startReady("hang");

        child.getOutputStream().close();

        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isEqualTo(1);
    }

    @Test
    void childWaitingForInputEndsWithParent() throws Exception {
        Process child = start("farewell");

        child.getOutputStream().close();

        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("log"))).contains("the harness has ended");
    }

    private Process startReady(String shutdown) throws Exception {
        Process child = start(shutdown);
        child.getOutputStream().write("grüß dich\nnot for you".getBytes(StandardCharsets.UTF_8));
        child.getOutputStream().flush();
        assertThat(Processes.eventually(Duration.ofSeconds(30), () -> logHas("plateau-ready grüß dich\n")))
                .isTrue();
        return child;
    }

    private Process start(String shutdown) throws Exception {
        return new ProcessBuilder(JavaCommand.of(WatchingChild.class, List.of(), List.of(), List.of(shutdown)))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private boolean logHas(String text) {
        try {
            return Files.readString(folder.resolve("log")).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
