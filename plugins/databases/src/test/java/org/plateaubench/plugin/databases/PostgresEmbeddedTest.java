// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.plateaubench.api.SutAddress;

/** What is PostgreSQL's own, against the published server. */
@Timeout(300)
@ResourceLock(SharedServers.LOCK)
class PostgresEmbeddedTest {
    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    @Test
    void serverTellsDurableSettingsAndListensOnLoopbackOnly() throws Exception {
        SutAddress address = SERVERS.of(Engine.POSTGRESQL).address();
        assertThat(SERVERS.of(Engine.POSTGRESQL).service().configuration())
                .containsEntry("fsync", "on")
                .containsEntry("synchronous_commit", "on")
                .containsEntry("full_page_writes", "on")
                .containsEntry("shared_buffers", "64MB")
                .containsEntry("max_connections", "50")
                .containsEntry("server_encoding", "UTF8")
                .containsEntry("server_version", "18.6")
                .containsEntry("programs", "published")
                .containsKey("options");
        assertThat(Jdbc.ask(address, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
        assertThat(Jdbc.ask(address, "SHOW unix_socket_directories")).isEmpty();
        assertThat(Jdbc.ask(address, "SHOW password_encryption")).isEqualTo("scram-sha-256");
    }
}
