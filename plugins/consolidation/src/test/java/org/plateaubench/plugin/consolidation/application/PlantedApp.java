// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.application;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.LossyRelay;
import org.plateaubench.testkit.WorkloadCheck;

/** An application whose server answers in this process, behind a relay, and whose answers can be changed. */
public final class PlantedApp implements App, AutoCloseable {
    private final App app;
    private final AppServer server;
    public final LossyRelay relay;
    private volatile UnaryOperator<String> plant = UnaryOperator.identity();

    public PlantedApp(App app) throws Exception {
        this.app = app;
        server = new AppServer(this, "127.0.0.1", 0);
        relay = new LossyRelay(server.port());
    }

    public SutAddress address() {
        return new SutAddress("app", "app", Map.of("url", "http://127.0.0.1:" + relay.port()));
    }

    /** Loads the data of a workload. */
    public <P extends Record> void load(Workload<P> workload, P parameters) throws Exception {
        workload.dataSet(new WorkloadContext<>(1, workload.name(), parameters, address(), 4, WorkloadCheck.DATA_SEED))
                .prepare(DataPolicy.RELOAD, Progress.SILENT);
    }

    /** Changes the text of all answers to users until the returned object is closed. */
    public AutoCloseable plant(UnaryOperator<String> change) {
        plant = change;
        return () -> plant = UnaryOperator.identity();
    }

    @Override
    public Optional<Reply> answer(Call call) {
        return app.answer(call)
                .map(reply -> reply.type().startsWith("image")
                        ? reply
                        : new Reply(
                                reply.status(),
                                reply.type(),
                                plant.apply(new String(reply.body(), StandardCharsets.UTF_8))
                                        .getBytes(StandardCharsets.UTF_8),
                                reply.headers()));
    }

    @Override
    public void load(Optional<DataMarker> wanted) {
        app.load(wanted);
    }

    @Override
    public Map<String, Long> counts() {
        return app.counts();
    }

    @Override
    public long countStored(Set<Long> identities) {
        return app.countStored(identities);
    }

    /** Connections to the server that this host has open. */
    public long connections() throws IOException {
        String port = String.format(Locale.ROOT, ":%04X", server.port());
        long count = 0;
        for (String table : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
            count += Files.readAllLines(Path.of(table)).stream()
                    .map(line -> line.strip().split("\\s+"))
                    .filter(fields -> fields[1].endsWith(port) && fields[3].equals("01"))
                    .count();
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        relay.close();
        server.close();
    }
}
