// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.servers.Libvirtd;

/** How a daemon is reached, or is not. */
@Tag("slow")
final class LibvirtAddressTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder = Path.of("");

    /** One path may lead to different daemons on the hosts of controller and agents. */
    @Test
    void aDaemonThatTheControllerHasNotSeenIsRefused() throws Exception {
        try (Libvirtd server = Libvirtd.start()) {
            SutAddress own = server.address();
            String host;
            try (LibvirtSession session = new LibvirtAddress(own).session(LIMIT)) {
                session.signIn();
                host = session.instance();
                assertThat(session.environment().get("product"))
                        .matches("libvirt \\d+\\.\\d+\\.\\d+, hypervisor QEMU .*");
            }

            signIn(seen(own, host), LIMIT);
            assertThatThrownBy(() -> signIn(seen(own, host + ".other"), LIMIT))
                    .hasMessageContaining("of the host '" + host + "'")
                    .hasMessageContaining("'" + host + ".other'");
        }
    }

    @Test
    void aSocketWithoutADaemonIsReported() throws Exception {
        try (Libvirtd server = Libvirtd.start();
                ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            assertThatThrownBy(() -> signIn(address("a b&c"), LIMIT))
                    .hasMessageContaining("Failed to connect socket to '" + folder.resolve("a b&c") + "'");

            silent.bind(UnixDomainSocketAddress.of(folder.resolve("silent")));
            assertThatThrownBy(() -> signIn(address("silent"), Duration.ofMillis(200)))
                    .hasMessageContaining("has not answered within");
            assertThat(server.virsh("version")).isZero();
        }
    }

    private static void signIn(LibvirtAddress address, Duration limit) throws Exception {
        try (LibvirtSession session = address.session(limit)) {
            session.signIn();
        }
    }

    private static LibvirtAddress seen(SutAddress address, String host) {
        return new LibvirtAddress(new LibvirtAddress(address).seen(host));
    }

    private LibvirtAddress address(String socket) {
        return new LibvirtAddress(LibvirtAddress.of(
                "lab", new LibvirtParameters(folder.resolve(socket).toString(), "qemu:///session")));
    }
}
