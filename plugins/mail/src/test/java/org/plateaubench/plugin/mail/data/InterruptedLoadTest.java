// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.plugin.mail.server.SharedDovecot;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** A load that was interrupted at any point is resumed, with the same result as an uninterrupted one. */
@Tag("slow")
@Timeout(60)
@ExtendWith(SharedDovecot.class)
class InterruptedLoadTest {
    private static final int USERS = 2;
    private static DovecotServer server;

    @BeforeAll
    static void start(DovecotServer shared) {
        server = shared;
    }

    private static SutAddress site(int port) {
        return server.address(Security.NONE, port, Map.of(MailSite.LOGIN, "cut{n}"));
    }

    @Test
    void loadResumesAfterConnectionCuts() throws Exception {
        SutAddress site = site(server.imapPort());
        MailDataSet data = TestData.of(site, USERS);
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        Map<String, List<String>> loaded = TestData.contents(site, USERS);
        int cuts = 0;
        for (long bytes = 300; bytes < 100_000; bytes = bytes * 3) {
            data.clear(Progress.SILENT);
            try (CuttingProxy proxy = new CuttingProxy(server.imapPort(), bytes)) {
                MailDataSet cut = TestData.of(site(proxy.port()), USERS);
                if (bytes < 50_000) {
                    assertThatThrownBy(() -> cut.prepare(DataPolicy.REUSE, Progress.SILENT))
                            .isInstanceOf(SutException.class);
                } else {
                    try {
                        cut.prepare(DataPolicy.REUSE, Progress.SILENT);
                    } catch (SutException e) {
                        assertThat(proxy.hasCut()).isTrue();
                    }
                }
                cuts += proxy.hasCut() ? 1 : 0;
            }
            data.prepare(DataPolicy.REUSE, Progress.SILENT);
            assertThat(TestData.contents(site, USERS))
                    .as("cut after %s bytes", bytes)
                    .isEqualTo(loaded);
        }
        assertThat(cuts).isGreaterThan(4);
    }
}
