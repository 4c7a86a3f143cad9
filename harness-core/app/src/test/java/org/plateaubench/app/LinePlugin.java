// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** A plugin that sends everything that is asked of it, as a line, to a {@link RecordingSut}. */
final class LinePlugin implements Plugin, Workload<LinePlugin.Nothing> {
    private final int port;
    private final String version;

    /** No parameters: a port does not belong into a plan. */
    record Nothing() {}

    LinePlugin(int port) {
        this(port, "1");
    }

    LinePlugin(int port, String version) {
        this.port = port;
        this.version = version;
    }

    /** An application with this plugin alone, whose runs are in the folder {@code runs} of another. */
    RunApplication application(Path folder) {
        return new RunApplication(
                Installation.of(PluginCatalog.of(this)), folder.resolve("runs"), SystemClock.instance(), name -> null);
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public String id() {
        return "lines";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(this);
    }

    @Override
    public String name() {
        return "lines";
    }

    @Override
    public String description() {
        return "Sends lines.";
    }

    @Override
    public Class<Nothing> parametersType() {
        return Nothing.class;
    }

    @Override
    public WorkloadDefinition define(Nothing parameters) {
        UnitDefinition order = new UnitDefinition(
                "order",
                List.of(
                        UnitDefinition.Step.once("login"),
                        UnitDefinition.Step.repeated(Map.of("search", 3.0, "browse", 1.0), 0, 4),
                        UnitDefinition.Step.once("buy")));
        return new WorkloadDefinition(
                List.of(
                        OperationDefinition.of("login", "First."),
                        OperationDefinition.of("search", "Any number of times."),
                        OperationDefinition.of("browse", "Alone, too."),
                        OperationDefinition.of("buy", "Last.")),
                List.of(order, UnitDefinition.of("browse")),
                new Mix.Matrix(List.of("order", "browse"), List.of(List.of(0.2, 0.8), List.of(0.6, 0.4))),
                Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(40))),
                new MetricDefinition("ordersPerSecond", "orders/s", "order", 1),
                List.of(),
                List.of(Execution.PLATFORM));
    }

    @Override
    public WorkloadSession open(WorkloadContext<Nothing> context) {
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new LineDriver();
            }
        };
    }

    private final class LineDriver implements Driver {
        private volatile @Nullable Socket socket;

        @Override
        public void connect() throws IOException {
            close();
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
        }

        @Override
        public Outcome execute(OperationCall call) throws IOException {
            Socket open = socket;
            if (open == null) {
                return Outcome.connectionLost("not-connected", "");
            }
            String line = call.sequence() + " " + call.unitNumber() + " " + call.position() + " " + call.unitLength()
                    + " " + call.operation() + " " + call.draws().key() + " "
                    + call.unitDraws().key() + "\n";
            open.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
            return open.getInputStream().read() == '+' ? Outcome.ok() : Outcome.connectionLost("closed", "");
        }

        @Override
        public void abort() {
            try {
                close();
            } catch (IOException e) {
                throw new IllegalStateException("a socket does not close", e);
            }
        }

        @Override
        public void close() throws IOException {
            Socket open = socket;
            if (open != null) {
                open.close();
            }
        }
    }
}
