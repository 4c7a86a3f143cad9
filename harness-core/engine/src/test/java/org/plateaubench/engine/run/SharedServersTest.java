// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.SutAddress;
import org.plateaubench.engine.run.RunData.SharedServers;

final class SharedServersTest {
    private final SharedServers shared = new SharedServers();

    private void add(int tile, String... property) {
        shared.add(tile, new SutAddress("db", "any", Map.of(property[0], property[1], "user", "127.0.0.9")), List.of());
    }

    @Test
    void addressesAreComparedAfterNameResolution() {
        add(1, "url", "jdbc:postgresql://localhost:5432/one?currentSchema=a");
        add(2, "url", "jdbc:postgresql://127.0.0.1:5432/two");
        add(3, "url", "jdbc:postgresql://127.0.0.1:5433/one");
        assertThat(shared.sentence())
                .get()
                .asString()
                .startsWith("tiles 1, 2 use the same server, localhost:5432. They share its capacity");
    }

    @Test
    void identitiesAndAddressListsAreCompared() {
        shared.add(1, null, List.of("run id 7"));
        shared.add(4, null, List.of("run id 7"));
        add(2, "addresses", "[::1]:7001, 127.0.0.1:7002");
        add(3, "addresses", "localhost:7003,localhost:7001");
        assertThat(shared.sentence())
                .get()
                .asString()
                .contains("tiles 1, 4 use the same server, run id 7; tiles 2, 3 use the same server, localhost:7001");
    }

    @Test
    void workloadsOfOneTileMayShareAServer() {
        add(1, "url", "redis://localhost:6379/0");
        add(1, "url", "redis://localhost:6379/1");
        add(2, "url", "redis://localhost:6380/0");
        assertThat(shared.sentence()).isEmpty();
    }
}
