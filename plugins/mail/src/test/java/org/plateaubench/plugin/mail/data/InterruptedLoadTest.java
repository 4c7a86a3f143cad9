// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.model.Scale;
import org.plateaubench.plugin.mail.server.DovecotServer;
import org.plateaubench.plugin.mail.server.SharedDovecot;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** A load that ends at any moment is taken up again, and then is as if it had never been interrupted. */
@Tag("slow")
@Timeout(60)
@ExtendWith(SharedDovecot.class)
class InterruptedLoadTest {
    static final Scale LARGER = new Scale(400, 10, 12, 0, 0, Sizes.CLASSIC, false);

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
    void isTakenUpWhereverItsConnectionsWereCut() throws Exception {
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

    @Test
    void isTakenUpAfterItsProcessWasKilled() throws Exception {
        SutAddress site = server.address(Security.NONE, server.imapPort(), Map.of(MailSite.LOGIN, "kill{n}"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LoaderProcess.class.getName(),
                Integer.toString(USERS)));
        site.properties().forEach((name, value) -> command.addAll(List.of(name, value)));
        Process loader = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BulkMailbox mailbox = TestData.open(site, 1)) {
            int seen = 0;
            while (seen < 100 && loader.isAlive()) {
                seen = mailbox.select(Folders.INBOX).messages();
            }
        } finally {
            loader.destroyForcibly();
        }
        assertThat(loader.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(loader.exitValue()).as("it was killed while it worked").isEqualTo(137);
        Map<String, List<String>> partly = TestData.contents(site, USERS);
        MailDataSet data = TestData.of(TestData.context(site, USERS, TestData.SEED, "mail"), LARGER, "");
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        Map<String, List<String>> resumed = TestData.contents(site, USERS);
        assertThat(resumed.get("1 INBOX"))
                .containsAll(partly.get("1 INBOX"))
                .doesNotHaveDuplicates()
                .hasSize(400);
        data.prepare(DataPolicy.RELOAD, Progress.SILENT);
        assertThat(TestData.contents(site, USERS)).isEqualTo(resumed);
    }
}
