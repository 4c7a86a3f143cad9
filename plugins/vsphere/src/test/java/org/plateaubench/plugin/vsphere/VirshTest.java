// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Complete, refused, late, endless and broken answers of virsh, which scripts replace. */
@Timeout(120)
final class VirshTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private static Virsh script(String text) throws IOException {
        return new Virsh(List.of("sh", "-c", text));
    }

    /** The kind of an error has no name in it, since it is the class of an operation's error. */
    @Test
    void refusalQuotesLibvirtMessage() throws Exception {
        try (Virsh virsh = script("""
                read -r command; read -r echo
                echo "error: Failed to start domain 'one'" >&2
                echo "error: cannot open file '/one': Permission denied" >&2
                printf 'virsh # virsh # plateau-1virsh # '
                read -r command; read -r echo
                printf 'later\\nvirsh # plateau-2virsh # '
                exec sleep 1000
                """)) {
            assertThat(catchThrowableOfType(PlatformException.class, () -> virsh.run(LONG, "start", "one")))
                    .hasMessage("Failed to start domain 'one': cannot open file '/one': Permission denied.")
                    .extracting(PlatformException::fault)
                    .isEqualTo("cannot open file");
            assertThat(virsh.run(LONG, "hostname")).isEqualTo("later\n");
        }
    }

    @Test
    void lateAnswerEndsProgram() throws Exception {
        try (Virsh virsh = script("exec sleep 1000")) {
            assertThatIOException()
                    .isThrownBy(() -> virsh.run(Duration.ofMillis(200), "hostname"))
                    .withMessageContaining("has not answered within");
            assertThatIOException()
                    .isThrownBy(() -> virsh.run(LONG, "hostname"))
                    .withMessage("The connection was ended.");
        }
    }

    @Test
    void closeEndsRunningCommand() throws Exception {
        Virsh virsh = script("read -r command; printf 'virsh # '; exec sleep 1000");
        CompletableFuture<String> running = CompletableFuture.supplyAsync(() -> {
            try {
                return virsh.run(LONG, "hostname");
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        virsh.close();
        assertThatThrownBy(() -> running.get(LONG.toSeconds(), TimeUnit.SECONDS))
                .hasStackTraceContaining("The connection was ended.");
    }

    @Test
    void endlessAnswerIsRefused() throws Exception {
        try (Virsh virsh = script("exec cat /dev/zero")) {
            assertThatIOException()
                    .isThrownBy(() -> virsh.run(LONG, "hostname"))
                    .withMessageContaining("too long");
        }
    }

    @Test
    void endOfConnectionIsReported() throws Exception {
        try (Virsh virsh = script("""
                read -r command; read -r echo
                echo 'error: Disconnected from qemu:///system due to end of file' >&2
                printf 'virsh # virsh # plateau-1virsh # '
                exec sleep 1000
                """)) {
            assertThatIOException()
                    .isThrownBy(() -> virsh.run(LONG, "hostname"))
                    .withMessageContaining("has ended the connection")
                    .isNotInstanceOf(PlatformException.class);
        }
    }

    @Test
    void missingProgramIsReported() {
        assertThatIOException()
                .isThrownBy(() -> new Virsh(List.of("no-virsh")).run(LONG, "version"))
                .withMessageContaining("install libvirt's client programs");
    }
}
