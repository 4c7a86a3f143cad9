// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

class PreflightTest {
    @Test
    @Timeout(60)
    void silentServerTimesOut() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String url = "jdbc:h2:tcp://127.0.0.1:" + silent.getLocalPort() + "/mem:x";
            StoreDataSet store = new StoreDataSet(new SutAddress("db", "h2", Map.of("url", url)), StoreSize.SMALL, 1);
            assertThat(store.preflight(DataPolicy.REUSE))
                    .singleElement()
                    .matches(finding -> finding.severity() == Severity.PROBLEM)
                    .asString()
                    .contains("does not answer", "Start it");
        }
    }
}
