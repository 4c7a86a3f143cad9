// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.server.Await;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.WorkloadSession;

/** How often each operation waits for a server, counted between it and a real one. */
@Tag("slow")
class RoundTripsTest {
    /** That of IMAP: Radicale ends each of its connections after one answer. */
    private static final int KEPT = 1;

    /** {@code EHLO}, {@code AUTH}, the announcement, the message, and {@code QUIT}, whose answer nobody waits for. */
    private static final int SUBMISSION = 5;

    @TempDir
    private Path folder = Path.of("");

    @Test
    @Timeout(60)
    void noOperationAsksMoreOftenThanItHasTo() throws Exception {
        Map<MailOperation, Integer> seen = new EnumMap<>(MailOperation.class);
        try (MailBench bench = MailBench.start(folder, Security.NONE, Fill.SMALL, true);
                Wire wire = new Wire()) {
            WorkloadSession session = MailBench.workload().open(bench.noted(wire));
            Driver driver = session.driver(MailBench.user());
            driver.connect();
            // An agent finds out once which way to ask when people are free a site knows.
            OperationCall first = MailBench.call(MailOperation.FREE_BUSY, 100);
            driver.prepareOperation(first);
            assertThat(driver.execute(first)).isEqualTo(Outcome.ok());
            for (MailOperation operation : MailOperation.values()) {
                Await.until("other connections have ended", () -> wire.open() == KEPT);
                wire.take();
                OperationCall call = MailBench.call(operation, MailBench.index(operation));
                driver.prepareOperation(call);
                assertThat(driver.execute(call)).as(operation.title()).isEqualTo(Outcome.ok());
                Await.until("other connections have ended", () -> wire.open() == KEPT);
                List<Wire.Step> steps = wire.take();
                seen.put(operation, (int) steps.stream()
                        .filter(step -> step.what() == Wire.What.ASK)
                        .count());
            }
            driver.close();
            session.close();
        }
        assertThat(seen)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        // The copy in Sent
                        Map.entry(MailOperation.SEND, SUBMISSION + 1),
                        Map.entry(MailOperation.CHECK, 1),
                        // The message, and that it was seen
                        Map.entry(MailOperation.READ, 2),
                        // That it is deleted, and that it is to go
                        Map.entry(MailOperation.DELETE, 2),
                        Map.entry(MailOperation.MOVE, 1),
                        Map.entry(MailOperation.FLAG, 1),
                        Map.entry(MailOperation.SEARCH, 1),
                        Map.entry(MailOperation.SEARCH_BODY, 1),
                        Map.entry(MailOperation.FOLDERS, 1),
                        Map.entry(MailOperation.CALENDAR_BROWSE, 1),
                        Map.entry(MailOperation.CALENDAR_CREATE, 1),
                        Map.entry(MailOperation.CALENDAR_INVITE, SUBMISSION + 1),
                        Map.entry(MailOperation.CALENDAR_REPLY, 2),
                        // Of each of two others: Radicale 3.1 knows no free-busy report
                        Map.entry(MailOperation.FREE_BUSY, 2),
                        Map.entry(MailOperation.CONTACT_FIND, 1),
                        Map.entry(MailOperation.CONTACT_ADD, 1),
                        // Goodbye, sign-in, the inbox
                        Map.entry(MailOperation.RELOGON, 3)));
    }
}
