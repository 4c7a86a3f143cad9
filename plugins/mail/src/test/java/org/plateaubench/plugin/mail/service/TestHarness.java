// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.testkit.Deadline;

/** Acts as the harness in {@link ServerRightsTest}: starts a site, uses it, prints its process ids and waits. */
final class TestHarness {
    private TestHarness() {}

    /** Argument: folder. */
    public static void main(String[] arguments) throws Exception {
        SutService service = SmallSite.service(Path.of(arguments[0]));
        try {
            SutAddress site = service.start(Progress.SILENT);
            LineClient.submit(site, "user1", "user2", "a token");
            Deadline.until("the mail arrives", () -> SiteChecks.count(site, "user2", "a token") == 1);
            ReadyLine.announce(
                    service.status().processIds().stream().map(String::valueOf).collect(Collectors.joining(" ")));
        } catch (SutException e) {
            ReadyLine.announce(String.valueOf(e.getMessage()));
        }
        new CountDownLatch(1).await();
    }
}
