// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.servers.Libvirtd;

/** Connecting to a daemon, and failures to connect. */
@Tag("slow")
final class LibvirtAddressTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder = Path.of("");

    /** One path may lead to different daemons on the hosts of controller and agents. */
    @Test
    void daemonOfOtherHostIsRefused() throws Exception {
        try (Libvirtd server = Libvirtd.start()) {
            SutAddress own = server.address();
            String host;
            try (LibvirtSession session = new LibvirtSession(own, LIMIT)) {
                session.signIn();
                host = session.instance();
                assertThat(session.environment().get("product"))
                        .matches("libvirt \\d+\\.\\d+\\.\\d+, hypervisor QEMU .*");
            }

            signIn(reached(own, host), LIMIT);
            assertThatThrownBy(() -> signIn(reached(own, host + ".other"), LIMIT))
                    .hasMessageContaining("is '" + host + "'")
                    .hasMessageContaining("'" + host + ".other'");
        }
    }

    @Test
    void socketWithoutDaemonIsReported() throws Exception {
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

    private static void signIn(SutAddress sut, Duration limit) throws Exception {
        new PlatformAddress(Platform.LIBVIRT, sut).inSession(limit, MachinePlatform::instance);
    }

    private static SutAddress reached(SutAddress sut, String host) {
        Map<String, String> properties = new HashMap<>(sut.properties());
        properties.put("instance", host);
        return new SutAddress(sut.name(), sut.service(), properties);
    }

    private SutAddress address(String socket) {
        return new LibvirtParameters(folder.resolve(socket).toString(), "qemu:///session").address("lab");
    }
}
