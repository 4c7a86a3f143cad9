// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.testkit.Deadline;

@Timeout(180)
final class SutKeeperTest {
    @TempDir
    private Path folder = Path.of("");

    private Path suts() {
        return folder.resolve("suts");
    }

    private SutKeeper keeper() {
        return new SutKeeper(Installation.of(PluginCatalog.of(new FakePlugin())), suts());
    }

    @Test
    void processWithReusedKeeperIdIsNotKilled() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "60").start();
        try {
            Files.createDirectories(suts().resolve("store"));
            KeptSut left = new KeptSut("store", "fakestore", stranger.pid(), Map.of(), List.of(), List.of(), List.of());
            left.write(suts());
            assertThat(left.isAlive(suts())).isFalse();

            keeper().stop("store");

            assertThat(stranger.waitFor(200, TimeUnit.MILLISECONDS)).isFalse();
            assertThat(KeptSut.find(suts(), "store")).isEmpty();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void secondKeeperOfRunningSutIsRefused() throws Exception {
        Thread first = Thread.ofPlatform().start(this::keepUntilInterrupted);
        Deadline.until("store is kept", () -> KeptSut.find(suts(), "store").isPresent());
        KeptSut kept = KeptSut.find(suts(), "store").orElseThrow();
        assertThat(kept.isAlive(suts())).isTrue();

        assertThatThrownBy(() -> keeper().keep("fakestore", "store", Map.of())).hasMessageContaining("runs already");
        assertThatThrownBy(() -> keeper().clear("fakestore", "store", Map.of()))
                .hasMessageContaining("SUT store runs; stop it");
        assertThat(KeptSut.find(suts(), "store")).contains(kept);

        first.interrupt();
        first.join();
        assertThat(kept.isAlive(suts())).isFalse();
    }

    @Test
    void sutReceivesAddressOfUsedSut() throws Exception {
        Map<String, String> behind = Map.of("behind", "store");
        assertThatThrownBy(() -> keeper().keep("fakestore", "shop", behind))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("behind: no SUT store runs here; start it first");
        Thread store = Thread.ofPlatform().start(this::keepUntilInterrupted);
        Deadline.until("store is kept", () -> KeptSut.find(suts(), "store").isPresent());
        Thread shop = Thread.ofPlatform().start(() -> keepUntilInterrupted("shop", behind));
        Deadline.until("shop is kept", () -> KeptSut.find(suts(), "shop").isPresent());

        assertThat(KeptSut.find(suts(), "shop").orElseThrow().uses()).containsExactly("store");
        assertThat(suts().resolve("shop/service/sut.log")).content().contains("behind it store (fakestore)");

        shop.interrupt();
        shop.join();
        store.interrupt();
        store.join();
    }

    private void keepUntilInterrupted() {
        keepUntilInterrupted("store", Map.of());
    }

    private void keepUntilInterrupted(String name, Map<String, String> parameters) {
        try {
            keeper().keep("fakestore", name, parameters);
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            // The test ends the keeper.
        }
    }

    @Test
    void interruptedStartLeavesNoKeeper() throws Exception {
        Thread starter = Thread.ofPlatform().start(() -> {
            assertThatThrownBy(() ->
                            keeper().start("fakestore", "store", Map.of(), List.of("sleep", "4711"), activity -> {}))
                    .isInstanceOf(InterruptedException.class);
        });
        Deadline.until("the keeper starts", () -> sleepers() == 1);

        starter.interrupt();

        Deadline.until("the keeper ends", () -> sleepers() == 0);
        starter.join();
    }

    private static long sleepers() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").endsWith("sleep 4711"))
                .count();
    }

    @Test
    void messageOfFailedKeeperIsReported() {
        List<String> command = List.of("sh", "-c", "echo plateau: no room; exit 3");
        assertThatThrownBy(() -> keeper().start("fakestore", "store", Map.of(), command, activity -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage("no room");
    }

    @Test
    void invalidAndUnknownNamesAreRefused() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        Path record = Files.writeString(other.resolve("sut.json"), "{}");
        assertThatThrownBy(() -> keeper().start("fakestore", "../other", Map.of(), List.of("false"), activity -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SUT name '../other'");
        assertThatThrownBy(() -> keeper().stop("../other")).hasMessageContaining("SUT name '../other'");
        assertThatThrownBy(() -> keeper().clear("fakestore", "store", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no SUT store was started here");
        assertThat(record).exists();
        assertThat(suts()).doesNotExist();
    }
}
