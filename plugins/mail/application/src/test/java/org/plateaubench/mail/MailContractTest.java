// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.MailPlugin;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.model.MailParameters;
import org.plateaubench.plugin.mail.model.MailParameters.Mode;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.model.UserDay.Profile;
import org.plateaubench.plugin.mail.service.EmbeddedMail.EmbeddedSettings;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.LossyRelay;
import org.plateaubench.testkit.WorkloadCheck;
import org.plateaubench.testkit.WorkloadContract;

/** The workload meets the contract of every workload, on the embedded server behind relays that can be stalled. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MailContractTest extends WorkloadContract<MailParameters> {
    private static final int USERS = 4;

    static final String PASSWORD = "plateau";

    private final GreenMailServer mailServer = new GreenMailServer(new EmbeddedSettings(0, 0, false, PASSWORD));
    private final List<LossyRelay> relays = new ArrayList<>();

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        mailServer.start();
        relays.add(new LossyRelay(mailServer.imapPort()));
        relays.add(new LossyRelay(mailServer.smtpPort()));
        if (hasCalendars()) {
            relays.add(new LossyRelay(calendars(folder)));
        }
        DataSet data = workload()
                .dataSet(new WorkloadContext<>(1, "mail", parameters(), sut(), USERS, WorkloadCheck.DATA_SEED));
        data.prepare(DataPolicy.RELOAD, Progress.SILENT);
        data.close();
    }

    @AfterAll
    void stop() throws Exception {
        for (LossyRelay relay : relays) {
            relay.close();
        }
        mailServer.close();
    }

    boolean hasCalendars() {
        return false;
    }

    /** Starts a calendar and contact server and returns its port. */
    int calendars(Path folder) throws Exception {
        throw new IllegalStateException("GreenMail has none");
    }

    @Override
    @SuppressWarnings("unchecked")
    protected Workload<MailParameters> workload() {
        return (Workload<MailParameters>) new MailPlugin().workloads().getFirst();
    }

    @Override
    protected MailParameters parameters() {
        return new MailParameters(
                Profile.HEAVY, 1000, Mode.PACED, Sizes.CLASSIC, Fill.SMALL, 50, hasCalendars(), 100, USERS, "");
    }

    @Override
    protected SutAddress sut() {
        return Texts.address(port(0), port(1), hasCalendars() ? port(2) : 0, PASSWORD);
    }

    private int port(int relay) {
        return relays.get(relay).port();
    }

    @Override
    protected Duration duration() {
        return Duration.ofSeconds(2);
    }

    /** Established connections to the relays, from the list of the kernel. */
    @Override
    protected long openResources() throws IOException {
        long open = 0;
        for (String file : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/net/" + file))) {
                open += isToRelay(line.strip().split("\\s+", -1)) ? 1 : 0;
            }
        }
        return open;
    }

    private boolean isToRelay(String[] columns) {
        boolean established = columns[3].equals("01");
        String port = columns[2].substring(columns[2].indexOf(':') + 1).toUpperCase(Locale.ROOT);
        return established
                && relays.stream()
                        .anyMatch(relay -> String.format("%04X", relay.port()).equals(port));
    }

    @Override
    protected AutoCloseable stallSut() {
        List<AutoCloseable> stalls = relays.stream().map(LossyRelay::hold).toList();
        return () -> {
            for (AutoCloseable each : stalls) {
                each.close();
            }
        };
    }
}
