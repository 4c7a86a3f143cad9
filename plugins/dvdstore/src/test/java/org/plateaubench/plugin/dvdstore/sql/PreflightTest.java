// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Inspection.ConnectionLimit;
import org.plateaubench.process.database.OwnTables.Change;

class PreflightTest {
    @Test
    @Timeout(60)
    void aServerThatAcceptsAndSaysNothingIsGivenUp() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String url = "jdbc:h2:tcp://127.0.0.1:" + silent.getLocalPort() + "/mem:x";
            StoreDataSet store = new StoreDataSet(
                    new SutAddress("db", "h2", Map.of("url", url)),
                    StoreSize.SMALL,
                    1,
                    new StoreOptions(1, "", false, true, false, 1, Duration.ofMillis(200)));
            assertThat(store.preflight(DataPolicy.REUSE))
                    .singleElement()
                    .matches(finding -> finding.severity() == Severity.PROBLEM)
                    .asString()
                    .contains("does not answer", "Start it");
        }
    }

    @Test
    void tooFewConnectionsAreAProblemWithTheNumberThatIsNeeded() {
        assertThat(new ConnectionLimit(100, 11, "The server", "SET GLOBAL max_connections = %d'").tooFew(85))
                .isEmpty();
        assertThat(new ConnectionLimit(100, 11, "The server", "SET GLOBAL max_connections = %d'").tooFew(86))
                .hasValueSatisfying(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
                    assertThat(finding.toString())
                            .contains(
                                    "90 connections left of 100",
                                    "86 users",
                                    "need 91",
                                    "'SET GLOBAL max_connections = 101'");
                });
    }

    @Test
    void aConnectionThatIsBeingClosedIsNotMissing() throws Exception {
        int[] inUse = {6};
        Inspection closing = new Inspection() {
            @Override
            public List<ConnectionLimit> connectionLimits(Connection connection) {
                return List.of(new ConnectionLimit(10, inUse[0]--, "The server", "SET GLOBAL max_connections = %d'"));
            }
        };
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:closing")) {
            assertThat(closing.findings(connection, 4, Change.DROP)).isEmpty();
        }
    }
}
