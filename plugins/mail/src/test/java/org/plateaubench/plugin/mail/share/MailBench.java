// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.share;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.MailPlugin;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.model.MailParameters;
import org.plateaubench.plugin.mail.model.MailParameters.Mode;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.model.UserDay.Profile;
import org.plateaubench.plugin.mail.service.DovecotParameters;
import org.plateaubench.plugin.mail.service.DovecotServiceType;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;

/** A real site of three users, and the workload's first user on it without a harness around. */
final class MailBench implements AutoCloseable {
    private static final int USERS = 3;
    private static final long SEED = 5;

    private final SutService service;
    private final SutAddress site;
    private final MailParameters parameters;

    private MailBench(SutService service, SutAddress site, MailParameters parameters) {
        this.service = service;
        this.site = site;
        this.parameters = parameters;
    }

    static MailBench start(Path folder, Security security, Fill fill, boolean groupware) throws Exception {
        DovecotParameters given = new DovecotParameters(
                security, 100, 20, 0, Map.of(), DovecotParameters.Storage.SDBOX, List.of("mail_fsync = never"));
        SutService service =
                new DovecotServiceType().create(new SutContext<>("site", SutContext.Mode.EMBEDDED, given, folder));
        MailParameters parameters =
                new MailParameters(Profile.HEAVY, 1, Mode.PACED, Sizes.CLASSIC, fill, 0, groupware, 0, USERS, "");
        MailBench bench = new MailBench(service, service.start(Progress.SILENT), parameters);
        DataSet data = workload().dataSet(bench.context(bench.site));
        try {
            data.prepare(DataPolicy.RELOAD, Progress.SILENT);
        } finally {
            data.close();
        }
        return bench;
    }

    @SuppressWarnings("unchecked")
    static Workload<MailParameters> workload() {
        return (Workload<MailParameters>) new MailPlugin().workloads().getFirst();
    }

    private WorkloadContext<MailParameters> context(SutAddress address) {
        return new WorkloadContext<>(1, "mail", parameters, address, USERS, SEED);
    }

    /** For sessions that reach the site directly. */
    WorkloadContext<MailParameters> direct() {
        return context(site);
    }

    /** For sessions whose connections are noted. */
    WorkloadContext<MailParameters> noted(Wire wire) throws Exception {
        Map<String, String> properties = new TreeMap<>(site.properties());
        for (String port : List.of(MailSite.IMAP_PORT, MailSite.SMTP_PORT)) {
            properties.put(port, Integer.toString(wire.relay(Integer.parseInt(site.property(port)))));
        }
        String url = site.property(MailSite.DAV_URL);
        int colon = url.lastIndexOf(':') + 1;
        String port = url.substring(colon).replaceFirst("/.*", "");
        properties.put(MailSite.DAV_URL, url.substring(0, colon) + wire.relay(Integer.parseInt(port)));
        return context(new SutAddress(site.name(), site.service(), properties));
    }

    @Override
    public void close() throws SutException {
        service.close();
        service.clear();
    }

    /** The first user, whose counters nothing reads. */
    static UserContext user() {
        return new CountingUser(0) {
            @Override
            public void gauge(String name, LongSupplier level) {}

            @Override
            public void observed(String series, long startNanos, long endNanos, Outcome outcome) {}
        };
    }

    /** Where the definition has an operation. */
    static int index(MailOperation operation) {
        return List.of(MailOperation.values()).indexOf(operation);
    }

    /** An operation of the first user, intended for now. */
    static OperationCall call(MailOperation operation, long number) {
        return new Call(index(operation), number);
    }

    private record Call(int operation, long unitNumber) implements SingleCall {
        @Override
        public Draws draws() {
            return Draws.of(KeyedRandom.key(SEED, unitNumber));
        }

        @Override
        public long intendedNanos() {
            return System.nanoTime();
        }
    }
}
