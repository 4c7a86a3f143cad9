// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.vim.PlatformConnection;
import org.plateaubench.servers.Libvirtd;

/** How a daemon is reached, or is not: by sockets that take no client, and by one of a daemon that was not meant. */
final class LibvirtAddressTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder = Path.of("");

    private ServerSocketChannel full;
    private final List<SocketChannel> waiting = new ArrayList<>();

    /** A socket whose queue of clients is full, as that of a daemon that hangs. */
    @BeforeEach
    void fill() throws IOException {
        full = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        full.bind(UnixDomainSocketAddress.of(socket()), 1);
        while (queued()) {
            assertThat(waiting.size()).isLessThan(100);
        }
    }

    private boolean queued() throws IOException {
        SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX);
        waiting.add(client);
        client.configureBlocking(false);
        try {
            return client.connect(UnixDomainSocketAddress.of(socket()));
        } catch (SocketException e) {
            return false;
        }
    }

    @AfterEach
    void close() throws IOException {
        for (SocketChannel client : waiting) {
            client.close();
        }
        full.close();
    }

    private Path socket() {
        return folder.resolve("sock");
    }

    private LibvirtAddress address() {
        return new LibvirtAddress(
                LibvirtAddress.of("lab", new LibvirtParameters(socket().toString(), "qemu:///session")));
    }

    private static void begin(Runnable task) {
        Thread.ofPlatform().daemon().start(task);
    }

    private static void signIn(PlatformConnection connection, Duration limit) {
        try {
            connection.signIn(limit).close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aDaemonThatTakesNoConnectionIsGivenUp() {
        try (PlatformConnection connection = address().connection()) {
            CompletableFuture<Void> signedIn =
                    CompletableFuture.runAsync(() -> signIn(connection, Duration.ofMillis(200)));

            assertThatThrownBy(() -> signedIn.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .hasStackTraceContaining("has taken no connection");
        }
    }

    @Test
    void aWaitForAConnectionIsAborted() {
        PlatformConnection connection = address().connection();
        CompletableFuture<Void> signedIn =
                CompletableFuture.runAsync(() -> signIn(connection, Duration.ofDays(1)), LibvirtAddressTest::begin);
        CompletableFuture<Void> aborted = CompletableFuture.runAsync(connection::abort, LibvirtAddressTest::begin);

        assertThat(aborted).succeedsWithin(LIMIT);
        assertThatThrownBy(() -> signedIn.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .hasStackTraceContaining("The connection was ended.");
    }

    @Test
    void aSocketThatIsNotThereIsSaid() throws IOException {
        full.close();
        Files.delete(socket());
        assertThatThrownBy(() -> address().signIn(LIMIT)).hasMessageContaining("There is no libvirt daemon at");
    }

    /** One path may lead to different daemons on the hosts of controller and agents. */
    @Tag("slow")
    @Test
    void aDaemonThatTheControllerHasNotSeenIsRefused() throws Exception {
        try (Libvirtd server = Libvirtd.start()) {
            SutAddress own = server.address();
            String host;
            try (LibvirtSession session = new LibvirtAddress(own).signIn(LIMIT)) {
                host = session.instance();
            }

            new LibvirtAddress(LibvirtAddress.seen(own, host)).signIn(LIMIT).close();
            assertThatThrownBy(() -> new LibvirtAddress(LibvirtAddress.seen(own, host + ".other")).signIn(LIMIT))
                    .hasMessageContaining("of the host '" + host + "'")
                    .hasMessageContaining("'" + host + ".other'");
        }
    }
}
